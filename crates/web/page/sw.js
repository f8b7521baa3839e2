// Keeps the page on the device, so that it opens without a network. A version is kept whole or not at all, and the next one waits
// until the page asks for it.

/* global VERSION, FILES */
const NAME = `enochian-${VERSION}`;

/** Fetches a file of this version, and no other. @param {Cache} cache @param {string} path @param {string} hash */
async function keep(cache, path, hash) {
  const response = await fetch(path, { cache: "no-store", integrity: `sha256-${hash}` });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  // A response that was redirected cannot open a page, so a new one is made of it.
  const type = response.headers.get("Content-Type") ?? "";
  await cache.put(new URL(path, location.href), new Response(response.body, { headers: { "Content-Type": type } }));
}

addEventListener("install", event => {
  event.waitUntil((async () => {
    const cache = await caches.open(NAME);
    try {
      await Promise.all(FILES.map(([path, hash]) => keep(cache, path, hash)));
    } catch (error) {
      await caches.delete(NAME);
      throw error;
    }
  })());
});

addEventListener("activate", event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name.startsWith("enochian-") && name !== NAME) await caches.delete(name);
    await clients.claim();
  })());
});

addEventListener("message", event => {
  if (event.data === "take over") skipWaiting();
});

addEventListener("fetch", event => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  address.search = "";
  address.hash = "";
  event.respondWith(caches.open(NAME).then(cache => cache.match(address)).then(kept => kept ?? fetch(request)));
});

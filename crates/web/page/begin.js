// Before the page: whether this browser can keep a notebook, and whether a new version of the page is there.

const root = document.getElementById("app");

/** @param {string} text @param {string} help */
function refuse(text, help) {
  const [heading, way] = [document.createElement("h1"), document.createElement("p")];
  heading.textContent = text;
  way.textContent = help;
  const main = document.createElement("main");
  main.className = "failed";
  main.append(heading, way);
  root?.replaceChildren(main);
}

/** Offers a new version, at a moment at which nothing is lost. @param {ServiceWorker} worker */
function offer(worker) {
  const bar = document.createElement("p"), take = document.createElement("button");
  bar.className = "update";
  bar.setAttribute("role", "status");
  take.textContent = "Update now";
  take.onclick = () => worker.postMessage("take over");
  bar.append("A new version of this page is available. Everything you entered is saved. ", take);
  document.body.append(bar);
}

async function keepPage() {
  const registration = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
  const hadOne = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (hadOne) location.reload();
  });
  const watch = () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && navigator.serviceWorker.controller) offer(worker);
    });
  };
  if (registration.waiting && hadOne) offer(registration.waiting);
  registration.addEventListener("updatefound", watch);
}

if (!isSecureContext) {
  refuse("This page needs a secure connection.",
    "Open it with https, or on this computer as localhost: browsers save nothing for other addresses.");
} else if (!navigator.locks || !navigator.storage?.getDirectory || !globalThis.WebAssembly) {
  refuse("This browser is too old for this page.", "Any browser of 2023 or later can show it.");
} else {
  import("./main.js").then(() => keepPage().catch(error => console.warn("the page will not open without a network:", error)));
}

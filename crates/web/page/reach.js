// The way to the program where it is in the browser. With a server there is another file of this name.

import { nowSaved, reach } from "./line.js";

/** Shows a picture that the program draws. @param {HTMLImageElement} image @param {string} address */
export async function show(image, address) {
  const response = await reach(address);
  if (!response.ok) return;
  image.src = URL.createObjectURL(await response.blob());
  image.onload = () => URL.revokeObjectURL(image.src);
}

/** Saves something to the device, or hands it to another app where one touches. @param {Blob} blob @param {string} name */
export async function save(blob, name) {
  nowSaved();
  const files = [new File([blob], name, { type: blob.type })];
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files })) {
    // Whoever changes their mind wants no file either.
    const isShared = await navigator.share({ files }).then(() => true, error => error.name === "AbortError");
    if (isShared) return;
  }
  const saved = document.createElement("a");
  saved.href = URL.createObjectURL(blob);
  saved.download = name;
  saved.click();
  setTimeout(() => URL.revokeObjectURL(saved.href), 60_000);
}

// What a link saves comes from the program too.
addEventListener("click", async event => {
  const link = /** @type {Element} */ (event.target).closest?.("a[download]");
  const address = link?.getAttribute("href") ?? "";
  if (!link || address.startsWith("blob:")) return;
  event.preventDefault();
  const response = await reach(address);
  save(await response.blob(), decodeURIComponent(response.headers.get("X-Save-As") ?? address.split("?")[0]));
});

/** Whether there is a folder in which pictures can be kept. */
export const keepsPictures = false;

export { notebookButton } from "./keeping.js";
export { reach, showsGuest } from "./line.js";
export { linkTo } from "./links.js";

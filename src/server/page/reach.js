// The way to the program: by HTTP. Addresses are relative, since the page's own address contains the secret. A page that has the
// program with it has another file of this name.

/** Asks the program. @param {string} address @param {RequestInit} [request] */
export const reach = (address, request) => fetch(address, request);

/** Shows a picture that the program draws. @param {HTMLImageElement} image @param {string} address */
export function show(image, address) {
  image.src = address;
}

/** What stands in the place of "Quit" where there is no program to end. @type {((refresh: () => Promise<void>) => HTMLElement) | null} */
export const notebookButton = null;

/** Makes a link that shows a reading, where a page needs no server. @type {((journal: string) => Promise<string>) | null} */
export const linkTo = null;

/** Whether there is a folder in which pictures can be kept. */
export const keepsPictures = true;

/** Whether what this window shows is kept nowhere. */
export const showsGuest = () => false;

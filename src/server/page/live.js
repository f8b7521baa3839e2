// What is told to a screen reader: only what happened, never what the pointer passes.

/** Says something when the reader has finished its sentence; an `alarm`, as an error, at once. @param {string | null} text */
export function announce(text, how = "announce") {
  const region = document.getElementById(how);
  // The same words twice would be no change, and remain unspoken.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

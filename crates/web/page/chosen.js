// Which folder on the computer is the notebook: this browser remembers it.

/** @typedef {FileSystemDirectoryHandle & { queryPermission(how: object): Promise<string>, requestPermission(how: object): Promise<string>, entries(): AsyncIterable<[string, any]> }} Folder */

/** What is asked of the person. */
export const WRITING = { mode: "readwrite" };

/**
 * Does something with what this browser remembers of the folder.
 *
 * @param {"readonly" | "readwrite"} mode @param {(remembered: IDBObjectStore) => IDBRequest} act @returns {Promise<any>}
 */
function remembered(mode, act) {
  return new Promise((told, failed) => {
    const opening = indexedDB.open("enochian", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("folder");
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const request = act(opening.result.transaction("folder", mode).objectStore("folder"));
      request.onsuccess = () => told(request.result);
      request.onerror = () => failed(request.error);
      request.transaction?.addEventListener("complete", () => opening.result.close());
    };
  });
}

/** The folder that was chosen last, if one was. A browser that remembers nothing has none. @returns {Promise<Folder | null>} */
export const chosen = async () => await remembered("readonly", it => it.get("chosen")).catch(() => null) ?? null;

/** @param {Folder} folder */
export const choose = folder => remembered("readwrite", it => it.put(folder, "chosen"));

/** The notebook is in this browser again. */
export const forget = () => remembered("readwrite", it => it.delete("chosen"));

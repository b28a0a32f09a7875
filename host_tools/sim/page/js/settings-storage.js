// Settings of the page in localStorage, and the prefix of all that this site keeps there.

export const PREFIX = `cribboard ${location.pathname.replace(/^\/~[^/]*/, "").replace(/[^/]*$/, "")} `; // without the code of a shared board's path

// A browser may forbid storage: then values last as long as the page.
/** @type {Record<string, string>} */
export const storage = (() => {
  try {
    return localStorage;
  } catch {
    return {};
  }
})();

/** Returns a setting of the page, or `fallback` if it was never saved.
 * @type {(name: string, fallback: string) => string} */
export const readSetting = (name, fallback) => storage[`${PREFIX}page ${name}`] ?? fallback;

/** Saves a setting of the page for later visits.
 * @type {(name: string, value: string) => void} */
export const saveSetting = (name, value) => {
  storage[`${PREFIX}page ${name}`] = value;
};

// Settings of the page in localStorage, and the prefix of all that this site keeps there.

export const PREFIX = `cribboard ${location.pathname.replace(/^\/~[^/]*/, "").replace(/[^/]*$/, "")} `; // without the code of a shared board's path

// A browser may forbid storage: then values last as long as the page.
export const storage = (() => {
  try {
    return localStorage;
  } catch {
    return {};
  }
})();

/** Returns a setting of the page, or `fallback` if it was never saved. */
export const readSetting = (name, fallback) => storage[`${PREFIX}page ${name}`] ?? fallback;

/** Saves a setting of the page for later visits. */
export const saveSetting = (name, value) => {
  storage[`${PREFIX}page ${name}`] = value;
};

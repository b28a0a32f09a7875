// Settings of the page in localStorage, and the prefix of all that this site keeps there.

export const PREFIX = `cribboard ${location.pathname.replace(/^\/~[^/]*/, "").replace(/[^/]*$/, "")} `; // without an evening's code

// A browser may forbid storage: then what is kept lasts as long as the page.
export const store = (() => {
  try {
    return localStorage;
  } catch {
    return {};
  }
})();

/** A setting of the page itself, or `fallback` where there is none. */
export const setting = (name, fallback) => store[`${PREFIX}page ${name}`] ?? fallback;

export const keep = (name, value) => {
  store[`${PREFIX}page ${name}`] = value;
};

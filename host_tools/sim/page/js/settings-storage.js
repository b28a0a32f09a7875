// What the page keeps in localStorage: its settings, and the boards' flash. Nothing here throws: what the browser does not
// keep lasts as long as the page, and the first such value is reported.

// Without the code of a shared board's path. The page for builders has boards and settings of its own.
export const PREFIX = `cribboard ${location.pathname.replace(/^\/~[^/]*/, "").replace(/[^/]*$/, "")}${location.pathname.endsWith("/builders.html") ? "builders " : " "}`;

let failed = false;
/** @type {Record<string, string>} */
const kept = (() => {
  try {
    return localStorage;
  } catch {
    failed = true; // the browser forbids it
    return {};
  }
})();
/** @type {Map<string, string | null>} */
const unkept = new Map(); // values that could not be written, null for one that could not be removed
let onFailure = () => {};

/** Calls `listener` once, as soon as a value could not be kept; at once if the browser forbids to keep any.
 * @param {() => void} listener */
export function whenNotKept(listener) {
  onFailure = listener;
  if (failed) listener();
}

/** Returns the value under a name, or undefined.
 * @param {string} name
 * @returns {string | undefined} */
export const readStored = (name) => (unkept.has(name) ? (unkept.get(name) ?? undefined) : kept[name]);

/** Keeps a value under a name; undefined removes it.
 * @param {string} name
 * @param {string | undefined} value */
export function store(name, value) {
  try {
    if (value === undefined) delete kept[name];
    else kept[name] = value;
    unkept.delete(name);
  } catch {
    unkept.set(name, value ?? null);
    if (failed) return;
    failed = true;
    onFailure();
  }
}

/** Returns all names that have a value. */
export const storedNames = () => {
  const names = new Set(Object.keys(kept));
  for (const [name, value] of unkept) value === null ? names.delete(name) : names.add(name);
  return [...names];
};

/** Returns a setting of the page, or `fallback` if it was never saved.
 * @type {(name: string, fallback: string) => string} */
export const readSetting = (name, fallback) => readStored(`${PREFIX}page ${name}`) ?? fallback;

/** Saves a setting of the page for later visits.
 * @type {(name: string, value: string) => void} */
export const saveSetting = (name, value) => store(`${PREFIX}page ${name}`, value);

/** Asks the browser, once, not to clear by itself what the page keeps. */
export function askToPersist() {
  if (readSetting("persist", "")) return;
  saveSetting("persist", "asked");
  navigator.storage?.persist?.().catch(() => {});
}

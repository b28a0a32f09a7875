// What the page's URL says of it, and URLs of its scripts, as workers take them where the site enforces Trusted Types.

export const shared = location.pathname.startsWith("/~");
const parameters = new URLSearchParams(location.search);
export const joins = shared && (parameters.has("as") || parameters.has("join"));

const policy = globalThis.trustedTypes?.createPolicy("cribboard", { createScriptURL: ownScript });

/** Returns the URL of a script of this site. Throws for one of another site.
 * @param {URL | string} url */
export const scriptUrl = (url) => (policy ? policy.createScriptURL(String(url)) : ownScript(String(url)));

/** @param {string} url */
function ownScript(url) {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`${url}: a script of another site`);
  return url;
}

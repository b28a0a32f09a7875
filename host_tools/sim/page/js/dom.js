// DOM helpers: find an element of the page, create SVG and HTML elements, replace the text of one.

const SVG = "http://www.w3.org/2000/svg";

/** The element of the page with an id.
 * @template {keyof PageElements} Id
 * @param {Id} id
 * @returns {PageElements[Id]} */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));

/** Creates an SVG element: svg("circle", { cx: 3 }, "text or", children). */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Creates an HTML element; attributes that are null are left out. */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Sets an element's text, unless it has it already: a live region would announce it again.
 * @param {keyof PageElements} id
 * @param {string} text */
export function setText(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

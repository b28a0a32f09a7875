// DOM helpers: find an element of the page, create SVG and HTML elements, replace the text of one.

const SVG = "http://www.w3.org/2000/svg";

/** The element of the page with an id.
 * @template {keyof PageElements} Id
 * @param {Id} id
 * @returns {PageElements[Id]} */
export const byId = (id) => /** @type {any} */ (document.getElementById(id));

/** Creates an SVG element: svg("circle", { cx: 3 }, "text or", children).
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number>} attributes
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[Name]} */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Creates an HTML element; attributes that are null are left out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number | null>} attributes
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Name]} */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** The 2D context of a canvas that has no other.
 * @param {HTMLCanvasElement} canvas */
export const context2d = (canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));

/** Sets an element's text, unless it has it already: a live region would announce it again.
 * @param {keyof PageElements} id
 * @param {string} text */
export function setText(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

/** Has `show` fill a part of the drawer each time that it is unfolded. If it fails, because what it needs is not fetched,
 * the part folds, to be unfolded again. Returns what fills it anew where it is unfolded.
 * @param {"counter" | "evenings" | "paper"} id
 * @param {() => Promise<void>} show */
export function onUnfold(id, show) {
  const fold = byId(id);
  const fill = async () => {
    try {
      if (fold.open) await show();
    } catch (error) {
      fold.open = false;
      throw error;
    }
  };
  fold.ontoggle = fill;
  return fill;
}

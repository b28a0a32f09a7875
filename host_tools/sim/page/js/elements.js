// DOM helpers: create SVG and HTML elements, replace the text of one.

const SVG = "http://www.w3.org/2000/svg";

/** A new element: svg("circle", { cx: 3 }, "text or", children). */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The same for HTML. Attributes that are null are left out. */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Puts `words` in the element of that id, unless they are there already. */
export function say(id, words) {
  const element = document.getElementById(id);
  if (element.textContent !== words) element.textContent = words;
}

"""Checks of a page in the browser: text size and contrast, labels, touch targets, width."""

_AMISS = """
small: texts().filter(([, style]) => parseFloat(style.fontSize) < 14).map(told),
pale: texts().filter(([parent, style]) => {
  const behind = backing(parent), size = parseFloat(style.fontSize);
  const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
  return contrast(rgb(style.color), behind) < least;
}).map(told),
nameless: fields("textarea").filter((one) =>
  !(one.labels?.length || one.getAttribute("aria-label") || one.textContent.trim())).map((one) => told([one])),
hard_to_touch: fields("").filter((one) => one.getBoundingClientRect().height < 44).map((one) => told([one])),
wider_than_the_screen: document.documentElement.scrollWidth - document.documentElement.clientWidth,
"""

_TOOLS = """
const told = ([one]) => one.outerHTML.slice(0, 120);
const fields = (more) => [...document.querySelectorAll("input:not([type=hidden]), select, button, " + (more || "_"))]
  .filter((one) => one.checkVisibility());
const rgb = (text) => text.match(/[\\d.]+/g).map(Number);
function texts() {
  const seen = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    const hidden = !parent.checkVisibility() || parent.closest("script, noscript, datalist, option, .hidden, .skip");
    if (walk.currentNode.data.trim() && !hidden) seen.push([parent, getComputedStyle(parent)]);
  }
  return seen;
}
function backing(element) {
  for (let one = element; one; one = one.parentElement) {
    const found = rgb(getComputedStyle(one).backgroundColor);
    if (found.length === 3 || found[3] > 0) return found;
  }
  return [255, 255, 255];
}
function light([r, g, b]) {
  const part = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
}
function contrast(a, b) {
  const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}
"""


def amiss(page):
    """What there is amiss, by what it is."""
    found = page.evaluate(f"() => {{ {_TOOLS} return {{ {_AMISS} }}; }}")
    return {what: where for what, where in found.items() if where}

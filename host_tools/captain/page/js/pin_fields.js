// The fields for the boards' PIN: asked for where it is needed, typed once, forgotten with the page.

const fields = () => [...document.querySelectorAll("[data-pin]")];

/** What is typed in one field stands in all. */
export function sharePins() {
  for (const field of fields()) field.oninput = () => fields().forEach((other) => (other.value = field.value));
}

/** The proof that goes with a request: {} where no PIN was typed. */
export function proof() {
  const { value } = fields()[0];
  return value ? { pin: value } : {};
}

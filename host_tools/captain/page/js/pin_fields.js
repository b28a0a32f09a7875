// The input fields for the boards' PIN: typed once for all views, never stored.

const fields = () => [...document.querySelectorAll("[data-pin]")];

/** Copies what is typed in one field to all others. */
export function sharePins() {
  for (const field of fields()) field.oninput = () => fields().forEach((other) => (other.value = field.value));
}

/** The field of a request that has the typed PIN; {} if none was typed. */
export function pinFields() {
  const { value } = fields()[0];
  return value ? { pin: value } : {};
}

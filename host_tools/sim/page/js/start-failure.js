// Tells the reader that the page cannot start. The words stand in the page, hidden: style shows them ten seconds after a
// start has begun, whatever has failed; this script shows them at once, with the error.

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Shows that the page has not started because of `error`, in the reader's language if the messages can be loaded.
 * @param {Error} error */
export async function showStartFailure(error) {
  byId("late").classList.add("now");
  byId("late-error").textContent = error.message;
  const { language, t } = await import("./catalogue.js");
  document.documentElement.lang = language;
  for (const element of byId("late").querySelectorAll("[data-messages]"))
    element.textContent = t(element.dataset.messages);
}

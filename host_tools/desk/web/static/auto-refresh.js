// Updates the [data-live] parts of a page whenever the event changes, except parts in which somebody is typing.
const POLL_MS = 2000;
let stamp = document.body.dataset.stamp;

// Whether a field of the part has the focus, or another value than the page came with.
function isEdited(part) {
  const fields = [...part.querySelectorAll("input:not([type=hidden]), select, textarea")];
  return fields.some((field) => field === document.activeElement || field.value !== initialValue(field));
}

function initialValue(field) {
  return field.tagName === "SELECT"
    ? ([...field.options].find((o) => o.defaultSelected) ?? field.options[0])?.value
    : field.defaultValue;
}

// Tokens differ each time a page is rendered, and mean no change.
const htmlWithoutToken = (part) => part.outerHTML.replace(/name="(csrf_token|once)" value="[^"]*"/g, "");

// Replaces the parts that differ from those of `freshPage`; reloads if there are more or fewer, and nobody is typing.
function updateParts(freshPage) {
  stream.follow(freshPage.body.dataset.stream);
  const parts = document.querySelectorAll("[data-live]");
  if (parts.length !== freshPage.querySelectorAll("[data-live]").length && ![...document.forms].some(isEdited)) {
    location.reload();
    return;
  }
  for (const part of parts) {
    const freshPart = freshPage.getElementById(part.id);
    const differs = freshPart && htmlWithoutToken(freshPart) !== htmlWithoutToken(part);
    if (differs && !isEdited(part)) part.replaceWith(freshPart);
  }
  stream.showAgain();
  document.dispatchEvent(new Event("eventchange"));
}

// Fetches the page again if the event's stamp is a new one. After an error the next stamp counts as new.
async function updateTo(newStamp) {
  if (newStamp === stamp) return;
  stamp = newStamp;
  try {
    updateParts(new DOMParser().parseFromString(await fetchText(location.href), "text/html"));
  } catch (error) {
    stamp = "";
    throw error;
  }
}

// Asks for stamp and parts while the stream does not work.
async function poll() {
  if (!stream.works()) {
    try {
      await updateTo(await fetchText(document.body.dataset.ask));
      await stream.fetchOnce();
      showConnection(true);
    } catch {
      showConnection(false);
    }
    stream.retry();
  }
  setTimeout(poll, POLL_MS);
}

stream.onMessage = (newStamp) => {
  showConnection(true);
  if (newStamp !== undefined) updateTo(newStamp).catch(() => {});
};

if (stamp) setTimeout(poll, POLL_MS);

// Whoever types results begins at the first table without one, or the first that was refused.
const first = document.querySelector("#entry [aria-invalid], #entry input:not([type=hidden])");
if (first && matchMedia("(hover: hover)").matches) first.focus({ preventScroll: !first.matches("[aria-invalid]") });

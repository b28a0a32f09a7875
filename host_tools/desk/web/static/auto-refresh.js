// Keeps [data-live] parts of a page as they are at the desk. What somebody is typing in is left alone.
const EVERY_MS = 2000;
let stamp = document.body.dataset.stamp;

function typing(part) {
  const fields = [...part.querySelectorAll("input:not([type=hidden]), select, textarea")];
  return fields.some((field) => field === document.activeElement || field.value !== initial(field));
}

function initial(field) {
  return field.tagName === "SELECT" ? ([...field.options].find((o) => o.defaultSelected) ?? field.options[0])?.value : field.defaultValue;
}

// Tokens differ each time a page is made, and mean no change.
const text = (part) => part.outerHTML.replace(/name="csrf_token" value="[^"]*"/g, "");

function renew(fresh) {
  stream.moveTo(fresh.body.dataset.stream);
  const here = document.querySelectorAll("[data-live]");
  if (here.length !== fresh.querySelectorAll("[data-live]").length && ![...document.forms].some(typing)) {
    location.reload();
    return;
  }
  for (const part of here) {
    const now = fresh.getElementById(part.id);
    if (now && text(now) !== text(part) && !typing(part)) part.replaceWith(now);
  }
  stream.showAgain();
}

async function renewFor(now) {
  if (now === stamp) return;
  stamp = now;
  try {
    renew(new DOMParser().parseFromString(await answer(location.href), "text/html"));
  } catch (error) {
    stamp = "";
    throw error;
  }
}

async function look() {
  if (!stream.works()) {
    try {
      await renewFor(await answer(document.body.dataset.ask));
      await stream.ask();
      tellLost(false);
    } catch {
      tellLost(true);
    }
    stream.retry();
  }
  setTimeout(look, EVERY_MS);
}

stream.take = (now) => {
  tellLost(false);
  if (now !== undefined) renewFor(now).catch(() => {});
};

if (stamp) setTimeout(look, EVERY_MS);

// Somebody typing results begins at the first table that is out, or the first that was refused.
const first = document.querySelector("#entry [aria-invalid], #entry input:not([type=hidden])");
if (first && matchMedia("(hover: hover)").matches) first.focus({ preventScroll: !first.matches("[aria-invalid]") });

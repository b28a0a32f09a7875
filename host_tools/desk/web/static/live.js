// Keeps [data-live] parts of a page as they are at the desk. What somebody is typing in is left alone.
const EVERY_MS = 2000;
const lost = document.querySelector(".lost");
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
  const here = document.querySelectorAll("[data-live]");
  if (here.length !== fresh.querySelectorAll("[data-live]").length && ![...document.forms].some(typing)) {
    location.reload();
    return;
  }
  for (const part of here) {
    const now = fresh.getElementById(part.id);
    if (now && text(now) !== text(part) && !typing(part)) part.replaceWith(now);
  }
}

async function look() {
  try {
    const now = await answer(document.body.dataset.ask);
    if (now !== stamp) {
      const page = await answer(location.href);
      renew(new DOMParser().parseFromString(page, "text/html"));
      stamp = now;
    }
    lost.hidden = true;
  } catch {
    lost.hidden = false;
  }
  setTimeout(look, EVERY_MS);
}

async function answer(address) {
  const got = await fetch(address, { cache: "no-store" });
  if (!got.ok) throw new Error(got.status);
  return got.text();
}

if (stamp) setTimeout(look, EVERY_MS);

// Somebody typing results begins at the first table that is out, or the first that was refused.
const first = document.querySelector("#entry [aria-invalid], #entry input:not([type=hidden])");
if (first && matchMedia("(hover: hover)").matches) first.focus({ preventScroll: !first.matches("[aria-invalid]") });

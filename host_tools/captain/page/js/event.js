// The event that is on: its id and key, from the file that `cribboard event export` has written, or typed. Kept until the
// browser's tab is closed.

import { t } from "./catalogue.js";
import { Fault } from "./fault.js";
import { at, say, textOf } from "./page.js";

const KEPT = "cribboard event";
const HEX = /^([0-9a-f]{2})*$/;

/** Its `id`, `key` in hex and `name`; "" where there is none. */
export const event = { id: "", key: "", name: "" };

/** The fields follow what was kept, what is typed and what is in a file; `changed()` is called then. */
export function beginEvent(changed) {
  Object.assign(event, kept());
  show();
  at("event-id").oninput = at("event-key").oninput = () => {
    const [id, key] = [at("event-id").value.trim(), at("event-key").value.trim()];
    if (HEX.test(key)) take({ id, key, name: "" }, changed);
  };
  at("event-file").onchange = async () => {
    const [file] = at("event-file").files;
    if (!file) return;
    try {
      take(exported(await textOf(file)), changed);
      show();
      at("event-tell").checked = true;
      say(at("event-about"), t("captain.setup.event_read", { name: event.name }));
    } catch (error) {
      say(at("event-about"), error.words);
    }
  };
}

function take(told, changed) {
  Object.assign(event, told);
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(event));
  } catch {
    // A browser that keeps nothing: the event lasts as long as the page.
  }
  changed();
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function show() {
  at("event-id").value = event.id;
  at("event-key").value = event.key;
}

/** Id, key and name of an exported event. Throws Fault. */
export function exported(text) {
  let whole = null;
  try {
    whole = JSON.parse(text);
  } catch {
    throw new Fault("no_event");
  }
  const told = whole?.format === "cribboard event" ? whole.event : null;
  const [id, key, name] = [told?.uid ?? told?.name, told?.key, told?.name];
  if (![id, key, name].every((value) => typeof value === "string") || !HEX.test(key)) throw new Fault("no_event");
  return { id, key, name };
}

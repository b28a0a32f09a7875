// The present event: its id and key, from a file that `cribboard event export` has written, or typed. Stored until the
// browser's tab is closed.

import { t } from "./catalogue.js";
import { Fault } from "./fault.js";
import { byId, setText, readText } from "./page.js";

const STORAGE_KEY = "cribboard event";
const HEX = /^([0-9a-f]{2})*$/;

/** @type {EventFields} */
export const event = { id: "", key: "", name: "" };

/** Restores the stored event, and updates it by what is typed or in a chosen file; `changed()` is called after each.
 * @param {() => void} changed */
export function beginEvent(changed) {
  Object.assign(event, storedEvent());
  showFields();
  byId("event-id").oninput = byId("event-key").oninput = () => {
    const [id, key] = [byId("event-id").value.trim(), byId("event-key").value.trim()];
    if (HEX.test(key)) setEvent({ id, key, name: "" }, changed);
  };
  byId("event-file").onchange = async () => {
    const [file] = byId("event-file").files ?? [];
    if (!file) return;
    try {
      setEvent(parseExport(await readText(file)), changed);
      showFields();
      byId("event-tell").checked = true;
      setText(byId("event-about"), t("captain.setup.event_read", { name: event.name }));
    } catch (error) {
      setText(byId("event-about"), error.text);
    }
  };
}

/** @param {EventFields} fields
 * @param {() => void} changed */
function setEvent(fields, changed) {
  Object.assign(event, fields);
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(event));
  } catch {
    // The browser stores nothing: the event lasts as long as the page.
  }
  changed();
}

function storedEvent() {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}");
  } catch {
    return {};
  }
}

function showFields() {
  byId("event-id").value = event.id;
  byId("event-key").value = event.key;
}

/** Parses the id, key and name of an exported event. Throws Fault.
 * @param {string} text */
export function parseExport(text) {
  let whole = null;
  try {
    whole = JSON.parse(text);
  } catch {
    throw new Fault("no_event");
  }
  const row = whole?.format === "cribboard event" ? whole.event : null;
  const [id, key, name] = [row?.uid ?? row?.name, row?.key, row?.name];
  if (![id, key, name].every((value) => typeof value === "string") || !HEX.test(key)) throw new Fault("no_event");
  return { id, key, name };
}

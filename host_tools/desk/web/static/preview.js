// Shows beside each decision what it would change: the desk tries it, and takes it back. A form that can be tried has a
// button named "would", which asks for the same on a page of its own where scripts do not run.
document.documentElement.classList.add("previews");
const PAUSE_MS = 400; // after the last key, before what is typed is tried
const REASONS = ["because", "reason"]; // fields
const queue = new Set(); // forms whose preview is to be fetched, one after the other
let isFetching = false;

const buttonsOf = (form) => [...form.querySelectorAll("button:not([name=would])")].filter((button) => button.offsetParent);

// Whether all fields are as the desk wants them, but for the reason: what is only tried needs none.
const isComplete = (form) => [...form.elements].every((field) => REASONS.includes(field.name) || field.checkValidity());

// What the desk answers to a form sent by this button to be tried: an element, or null.
async function answerTo(form, button) {
  const data = new FormData(form, button);
  for (const name of REASONS) if (data.has(name) && !data.get(name)) data.set(name, "?");
  data.set("would", data.get(button.name) || "1");
  const response = await fetch(form.action, { method: "POST", body: data, headers: { "X-Background": "1" } });
  if (response.redirected) return null; // Signed out, or the decision changes nothing of the event.
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return page.querySelector(response.ok ? "#would" : "main [role=alert]");
}

// Folds a preview into one line, as a row of a list has room for.
function fold(answer) {
  const items = [...answer.querySelectorAll("li")];
  if (items.length < 2) return;
  const list = document.createElement("ul");
  list.append(...items);
  const folded = document.createElement("details");
  folded.append(Object.assign(document.createElement("summary"), { textContent: answer.dataset.count }), list);
  answer.replaceChildren(folded);
}

async function fetchPreview(form) {
  const box = document.createElement("div");
  box.className = "would";
  const buttons = isComplete(form) ? buttonsOf(form) : [];
  for (const button of buttons) {
    const answer = await answerTo(form, button);
    if (!answer) continue;
    answer.removeAttribute("id");
    answer.removeAttribute("role");
    if (form.classList.contains("mini")) fold(answer);
    if (buttons.length > 1) answer.prepend(Object.assign(document.createElement("b"), { textContent: button.textContent }));
    box.append(answer);
  }
  form.querySelector(".would")?.remove();
  if (box.firstChild) form.append(box);
}

async function ask(form) {
  queue.add(form);
  if (isFetching) return;
  isFetching = true;
  for (const next of queue) {
    queue.delete(next);
    if (next.isConnected) await fetchPreview(next).catch(() => {}); // Without an answer there is no preview.
  }
  isFetching = false;
}

// A form is tried when it comes into sight.
const sight = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    sight.unobserve(target);
    ask(target);
  }
});

function watchForms() {
  sight.disconnect();
  for (const button of document.querySelectorAll("form button[name=would]")) sight.observe(button.form);
}

let typing = 0;
document.addEventListener("input", ({ target }) => {
  clearTimeout(typing);
  if (target.form?.querySelector("button[name=would]")) typing = setTimeout(ask, PAUSE_MS, target.form);
});
document.addEventListener("changed", watchForms); // the event: auto-refresh.js has shown its new state
watchForms();

// Shows next to each decision what it would change. The desk tries the form as by its button "would", and stores nothing.
// A form is tried when it is seen and whenever a field changes; one in a long list, when somebody points to it.
const DWELL_MS = 400;
const SHOWN_CHANGES = 4;
const REASONS = ["because", "reason"];
let queue = Promise.resolve();

// The desk can try a decision whose reason is still missing.
const isComplete = (form) => [...form.elements].every((field) => REASONS.includes(field.name) || field.checkValidity());

async function tryDecision(form, button) {
  const fields = new FormData(form, button);
  for (const name of REASONS) if (fields.get(name) === "") fields.set(name, "?");
  const response = await fetch(form.action, { method: "POST", body: fields, headers: { "X-Background": "1" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return [...page.querySelectorAll("#main .findings li, #main .wrong")].map((line) => line.textContent);
}

function list(lines) {
  const element = document.createElement("ul");
  element.append(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  return element;
}

function show(effects, title, lines) {
  const heading = Object.assign(document.createElement("b"), { textContent: title });
  effects.replaceChildren(heading, list(lines.slice(0, SHOWN_CHANGES)));
  const more = lines.slice(SHOWN_CHANGES);
  if (!more.length) return;
  const rest = document.createElement("details");
  rest.append(Object.assign(document.createElement("summary"), { textContent: `+${more.length}` }), list(more));
  effects.append(rest);
}

// One at a time: each is a transaction at the desk.
function preview(form, button, effects) {
  queue = queue
    .then(async () => {
      if (!form.isConnected) return;
      const decision = button.dataset.of ?? form.querySelector("button:not([name=would])").textContent.trim();
      const title = `${button.dataset.title} (${decision})`;
      if (isComplete(form)) show(effects, title, await tryDecision(form, button));
      else effects.replaceChildren();
    })
    .catch(() => effects.replaceChildren()); // the desk does not answer: the page says so itself
}

function after(ms, action) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, ms);
  };
}

const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    target.dispatchEvent(new Event("preview"));
  }
});

function connect(form) {
  const button = form.querySelector("button[name=would]");
  const effects = Object.assign(document.createElement("div"), { className: "effects" });
  effects.setAttribute("role", "status");
  form.append(effects);
  const ask = after(DWELL_MS, () => preview(form, button, effects));
  form.addEventListener("preview", ask);
  form.addEventListener("input", ask);
  if (button.dataset.asked !== undefined) {
    for (const kind of ["pointerenter", "focusin"]) form.addEventListener(kind, ask, { once: true });
    button.addEventListener("click", (event) => {
      event.preventDefault();
      ask();
    });
  } else {
    button.hidden = true;
    seen.observe(form);
  }
}

function connectAll() {
  for (const form of document.querySelectorAll("form:has(button[name=would]):not(:has(.effects))")) connect(form);
}

document.addEventListener("eventchange", () => {
  connectAll();
  for (const { parentElement } of document.querySelectorAll(".effects:not(:empty)")) seen.observe(parentElement);
});
connectAll();

// Shares a finished game: a link that replays it, a picture, a file.

import { t } from "./catalogue.js";
import { download } from "./download.js";
import { say, svg } from "./elements.js";
import { packed, scenarioOf } from "./game-url-codec.js";
import { graph } from "./graph.js";
import { shared } from "./share-socket.js";

const PICTURE = { width: 1200, height: 630 };
const at = (id) => document.getElementById(id);

/** Offers `game` (move-recorder.js), whose end is told by `words`. */
export function share(game, words) {
  const link = new URL(`#${packed(game)}`, location.href).href;
  at("share-link").value = link;
  say("share-answer", "");
  // The address of a shared board lets others in, and is gone tomorrow.
  at("share-link").closest("label").hidden = at("share-copy").hidden = shared;
  at("share-send").hidden = shared || !navigator.share;
  at("share-send").onclick = () => navigator.share({ title: t("page.title"), text: words, url: link }).catch(() => {});
  at("share-copy").onclick = () => copy(link);
  at("share-picture").onclick = () => picture(game, words);
  at("share-file").onclick = () => download("cribbage-game.txt", new Blob([scenarioOf(game)], { type: "text/plain" }));
  at("share-close").onclick = () => at("share").close();
  at("share").showModal();
}

async function copy(link) {
  try {
    await navigator.clipboard.writeText(link);
    say("share-answer", t("ending.copied"));
  } catch {
    at("share-link").select();
    say("share-answer", t("ending.copy_self"));
  }
}

/** The picture as PNG; a telephone offers to send it, others keep it. */
async function picture(game, words) {
  const blob = await png(card(game, words));
  const file = new File([blob], "cribbage-game.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], text: words }).catch(() => {});
  else download(file.name, blob);
}

function card(game, words) {
  const { width, height } = PICTURE;
  const drawn = graph(game, { width: width - 120, height: height - 210, ink: "#3b2416", size: 26 });
  drawn.setAttribute("x", 60);
  drawn.setAttribute("y", 150);
  const text = (y, size, said) => svg("text", { x: 60, y, "font-size": size, "font-family": "Georgia, serif", "font-weight": 600, fill: "#2b1c10" }, said);
  const ground = svg("rect", { width, height, fill: "#e6cfa4" });
  const title = words.length > 60 ? 36 : 50;
  return svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height }, ground, text(92, title, words), drawn, text(height - 24, 24, t("page.title")));
}

async function png(drawing) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), PICTURE);
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((made) => canvas.toBlob(made, "image/png"));
}

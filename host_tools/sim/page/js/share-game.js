// What of a finished game can be given to others: its picture, and a link that replays it.

import { t } from "./catalogue.js";
import { byId, setText } from "./dom.js";
import { packGame } from "./game-url-codec.js";
import { gamePicture } from "./game-picture.js";
import { address, isLocal } from "./public-address.js";
import { verdictText } from "./state-text.js";

const PICTURE = "cribbage-game.png";
const ANSWERED = ["AbortError", "InvalidStateError"]; // the reader has closed the system's sheet, or it is open already

/** Shares a game that ended with the result `line` by the system's sheet, or by the page's own dialog where there is none.
 * @param {Game} game
 * @param {GameLine} line */
export async function shareGame(game, line) {
  const link = address ? new URL(`#${packGame(game)}`, address).href : "";
  if ("share" in navigator && (await sendBySheet(game, line, isLocal ? "" : link))) return;
  openDialog(link);
}

/** Returns whether the system's sheet was shown, with the picture and the link if there are such.
 * @param {Game} game
 * @param {GameLine} line
 * @param {string} link */
async function sendBySheet(game, line, link) {
  const picture = await gamePicture(game, line).catch(() => null);
  const files = picture ? [new File([picture], PICTURE, { type: "image/png" })] : [];
  const withFiles = files.length && navigator.canShare?.({ files });
  if (!link && !withFiles) return false;
  try {
    await navigator.share({
      title: t("page.title"),
      text: verdictText(line),
      ...(link && { url: link }),
      ...(withFiles && { files }),
    });
    return true;
  } catch (error) {
    return ANSWERED.includes(error.name);
  }
}

/** @param {string} link "" if there is none */
function openDialog(link) {
  byId("share-link").value = link;
  setText("share-answer", link ? (isLocal ? t("ending.local_link") : "") : t("ending.no_link"));
  /** @type {HTMLElement} */ (byId("share-link").closest("label")).hidden = byId("share-copy").hidden = !link;
  byId("share-copy").onclick = () => copyLink(link);
  byId("share-close").onclick = () => byId("share").close();
  byId("share").showModal();
}

/** @param {string} link */
async function copyLink(link) {
  try {
    await navigator.clipboard.writeText(link);
    setText("share-answer", t("ending.copied"));
  } catch {
    byId("share-link").select();
    setText("share-answer", t("ending.copy_self"));
  }
}

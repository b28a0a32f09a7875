// Where the page begins: it is a board, or a phone that has joined one.

import { joins } from "./share-socket.js";

if (!joins) import("./worker-prestart.js");
import(joins ? "./guest-page.js" : "./board-page.js");

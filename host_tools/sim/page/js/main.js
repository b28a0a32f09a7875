// Entry point of the page: loads the controller of a board, or of a phone that has joined one.

import { joins } from "./share-socket.js";

if (!joins) import("./worker-prestart.js");
import(joins ? "./guest-page.js" : "./board-page.js");

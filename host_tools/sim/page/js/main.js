// Where the page begins: it is a board, or a phone that has joined one.

import { joins } from "./relay.js";

if (!joins) import("./ahead.js");
import(joins ? "./joined.js" : "./table.js");

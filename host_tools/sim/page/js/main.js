// Where the page begins: it is a board, or a phone that has joined one.

import { joins } from "./relay.js";

import(joins ? "./joined.js" : "./table.js");

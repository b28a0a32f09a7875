// What the captain's page makes of boards' result lines.

/** A side in a game; `won`: null for a draw. */
interface Side {
  won: boolean | null;
  points: number;
  spread: number;
  level: number;
  holes: number;
}

/** A result line, parsed and checked. */
interface ParsedLine {
  text: string;
  end: string;
  mac: string;
  board: string;
  n: number;
  round: number;
  table: number;
  game: number;
  preset: string;
  replaces: number;
  signed: boolean;
  sides: Side[];
}

/** A line of a board's log; `line`: null if it could not be parsed, `wrong`: what is wrong with it, or "". */
interface VerifiedLine {
  text: string;
  line: ParsedLine | null;
  wrong: string;
}

/** All lines of a board; `faults`: of its log, as functions that return a message. */
interface BoardResults {
  who: string;
  uid: string;
  lines: VerifiedLine[];
  faults: (() => string)[];
}

/** What is wrong, and what to do. */
interface Finding {
  wrong: string;
  advice: string;
}

/** The present event: its id, key in hex and name; "" for none. */
interface EventFields {
  id: string;
  key: string;
  name: string;
}

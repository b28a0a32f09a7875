// What the captain's page makes of boards' result lines.

/** A side in a game; `won`: null for a draw. */
interface Side {
  won: boolean | null;
  points: number;
  spread: number;
  level: number;
  holes: number;
}

/** Fields of a result line (host_tools/results/worker_api.py); `code`: the four digits of its seal, or "". */
interface ParsedLine {
  end: string;
  code: string;
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

/** A message that Python has made: its key and its values, of which one may be such a pair. */
type Message = [key: string, values: { [name: string]: MessageValue }];
type MessageValue = string | number | boolean | null | Message;

/** What Python finds wrong with a board (host_tools/usb/sans_io/problem.py). */
interface Problem {
  code: string;
  remedy: string;
  said: [message: CodedMessage, sentence: string] | null;
  values: { [name: string]: MessageValue };
}

/** What a board says of itself (host_tools/usb/sans_io/worker_api.py). */
interface Description {
  play: Message;
  unfinished: Message | null;
  hardware: Message | null;
  problems: Problem[];
}

/** A line of a board's log, as Python returns it; `digest`: its hash, `line`: null if it could not be parsed. */
interface CheckedLine {
  text: string;
  digest: string;
  line: ParsedLine | null;
  faults: Message[];
}

/** A checked line; `wrong`: what is wrong with it, in the reader's language, or "". */
interface VerifiedLine extends Omit<CheckedLine, "faults"> {
  readonly wrong: string;
}

/** All lines of a board; `faults`: of its log, as functions that return a message; `unfinished`: a game without result. */
interface BoardResults {
  who: string;
  uid: string;
  name: string;
  lines: VerifiedLine[];
  faults: (() => string)[];
  unfinished: Message | null;
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

/** Who plays in a round, as a code of the desk's seating list says: names of a table's sides by its number. */
interface Seating {
  event: string;
  round: number;
  preset: string;
  tables: { [table: string]: string[] };
}

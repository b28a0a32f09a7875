// What boards send as JSON. A team is a letter, "A" to "D".

type ByTeam<Value> = Record<string, Value>;

/** A message by its code, with its values (firmware/DESIGN.md section 5). */
type CodedMessage = { code: string } & Record<string, any>;

interface Pegs {
  front: number;
  back: number;
}

interface Track extends Pegs {
  pending: number;
}

/** firmware/link/status.py */
interface MatchState {
  preset: string;
  phase: string;
  game: number;
  round: number;
  friendly: boolean;
  dealer: string | null;
  winner: string | null;
  refused: number;
  tracks: ByTeam<Track>;
  won: ByTeam<number>;
  points: ByTeam<number>;
  spread: ByTeam<number>;
}

/** firmware/rules/preset.py */
interface PresetFields {
  target: number;
  start: number;
  skunk: number | null;
  double: number | null;
  triple: number | null;
  win: number[] | string;
  loss: number | string;
  outright: number;
  spread: boolean;
  low_wins: string;
  series: string;
  games: number;
  highest: number;
  sign_off: boolean;
  idle_ms: number;
  stink_hole: boolean;
  heels_limit: number | null;
  first_deal: string;
}

/** A result line, decoded (firmware/rules/result_line.py). */
type ResultLine = GameLine | ClearedLine;

/** Of a finished game, or of one that was reopened. */
interface GameLine {
  n: number;
  board: string;
  round: number;
  game: number;
  end: string;
  winner: string | null;
  scores: ByTeam<number>;
  points: ByTeam<number>;
  level: number;
  signed: boolean;
  judged: number;
  replaces?: number;
  cleared?: undefined;
}

/** Stands for the results 1 to `n` of a log that has been cleared. */
interface ClearedLine {
  n: number;
  cleared: true;
}

interface SetupMenu {
  preset: string;
  teams: number;
  brightness: number;
  muggins: boolean;
  on_round: boolean;
}

interface JudgeMenu {
  page: "choose" | "detail" | "agree";
  by: string;
  operation: string;
  team: string;
  to: string;
  count: number;
  presses: number;
  offered: string;
  decisions: string[];
}

/** host_tools/sim/virtual/page_facts.py */
interface Facts {
  asked: string;
  agreeing: string[];
  team: string;
  count: number;
  sign_off: boolean;
  begun: boolean;
  judged: number;
  pin: boolean;
  setup: SetupMenu | null;
  judge: JudgeMenu | null;
  asking: { digits: number; count: number } | null;
  returns: string;
  decided: boolean;
  asks_dealer: boolean;
  muggins: boolean;
  seats: number;
  in_event: boolean;
  at_home: boolean;
  games: number;
  highest: number;
  warned_counts: number[];
  presses: number;
  low: boolean;
  follows_deals: boolean;
  pointless: string;
  fields: PresetFields | null;
  target: number;
  lines: (number | null)[];
  hold_ms: number;
  menu_hold_ms: number;
}

/** host_tools/sim/virtual/refusal_message.py */
interface Refusal {
  why: string;
  team: string;
  count: number;
  highest: number;
}

/** `state_json` of host_tools/sim/virtual/page_board.py */
interface BoardState extends MatchState {
  deals: number | null; // seat of the player whose deal it is
  facts: Facts;
  refusal: Refusal | null;
  results: number;
  clock: number;
  ma: number;
  budget_ma: number;
}

/** `geometry_json` of host_tools/sim/virtual/page_board.py */
interface Geometry {
  tracks: number;
  teams: string;
  pitch: number;
  row_gap: number;
  width: number;
  height: number;
  holes: [led: number, x: number, y: number][][];
}

/** Of `displays_json` in host_tools/sim/virtual/page_board.py */
interface DisplayContents {
  dots: string;
  text: string;
  lit: boolean;
}

/** Replies of the protocol to the request that they are named for (firmware/link/read_handlers.py). */
interface HelloReply {
  board: string;
  name: string;
  table: number;
  event: string;
  link: number;
  build: string;
  tracks: number;
}

interface StatusReply extends MatchState {
  asked: string; // "", "waiting", "agreed" or "refused"
  results: number;
  held: number;
  faults: number;
  hardware?: { tracks: number; leds: number; reversed: boolean; port_ma: number; revision: string };
  network?: { state: string; refused?: Record<string, number> };
  notes?: string[];
  note_codes?: CodedMessage[];
}

interface SelftestReply {
  firmware: string;
  machine: string;
  keys_down?: string[];
  rail_mv?: number;
  flash?: FlashReport;
  note_codes?: CodedMessage[];
}

interface FlashReport {
  free: number;
  whole: number;
  failed: number;
  events: number;
}

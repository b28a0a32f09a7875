// Messages between the board's page, its worker and the room of a shared board.

type FlashFiles = Record<string, Uint8Array>;

/** Changed files by path; null: deleted. */
type FlashChanges = Record<string, Uint8Array | null>;

/** Hertz and milliseconds of a tone. */
type Tone = [hertz: number, bursts: number[]];

interface OutputSettings {
  displays: number;
  clips: number; // of the sound module; 0: none
  language: string;
}

type StartOptions = {
  flash: FlashFiles;
  tracks?: number;
  preset?: string;
  uid?: string;
  script?: string;
} & OutputSettings;

/** From the page to the board's worker. */
type BoardRequest =
  | ({ do: "start" } & StartOptions)
  | { do: "feed"; sources: Record<string, string> | null }
  | ({ do: "plug" } & OutputSettings)
  | { do: "advance"; ms: number; rested: boolean }
  | { do: "key"; key: number; down: boolean }
  | { do: "hold"; key: number; ms: number }
  | { do: "line"; text: string }
  | { do: "step"; count: number }
  | { do: "endClip"; clip: number }
  | { do: "pack"; names: string[] }
  | { do: "read" | "take"; text: string }
  | { do: "show" | "tellScore" | "giveUp" };

interface BoardFault {
  python: boolean;
  type: string;
  text: string;
  key?: string; // of the message for the reader
}

/** Of `load_script` in host_tools/sim/virtual/page_board.py */
type LoadedScript =
  | { error: string; steps?: undefined; lines?: undefined; keys?: undefined }
  | { error?: undefined; steps: number; lines: number[]; keys: (number | null)[] };

/** Of `step_script` in host_tools/sim/virtual/page_board.py */
interface PlayedStep {
  line: number;
  failed: string | null;
  done: boolean;
}

/** What the board's sound module was told last: a clip (-1: none yet), the number of that command, a volume (0 to 30). */
interface Said {
  clip: number;
  number: number;
  volume: number;
}

/** Of host_tools/voice/page_sounds.py. */
interface ClipTable {
  rate: number; // samples a second
  words: [first: number, samples: number][];
  clips: number[][]; // word, samples of silence, word, …
}

interface StartNews {
  on: true;
  geometry: Geometry;
  presets: [name: string, fields: PresetFields][];
  tones: Tone[];
}

interface ChangeNews {
  stage?: number;
  name?: string; // of the stage
  flash?: FlashChanges;
  frame?: string;
  displays?: DisplayContents[];
  sounds?: number; // bits
  said?: Said;
  state?: BoardState;
  results?: string[];
  lines?: string[];
  advanced?: true;
  rest?: number; // ms
  script?: LoadedScript;
  stepped?: PlayedStep;
  fault?: BoardFault;
  notFetched?: true; // a part of the page, which the board goes on without
  packed?: string; // the match as a text, "" if its game is over
  handed?: HandedMatch;
}

/** Of `read_hand_over` in host_tools/sim/virtual/page_board.py */
type HandedMatch =
  | { error: string }
  | {
      error?: undefined;
      source: string;
      names: string[];
      preset: string;
      target: number;
      teams: number;
      scores: number[];
      own: boolean;
    };

/** From the board's worker to the page. */
type News = ChangeNews & (StartNews | { on?: undefined });

/** A move: the team's number, and its pegs after it. */
type Move = [team: number, front: number, back: number];

interface Game {
  preset: string;
  changes?: Partial<PresetFields>; // of a preset of its own, against `casual`
  teams: string;
  target: number;
  lines: (number | null)[];
  sign_off: boolean;
  round: number;
  number: number;
  moves: Move[];
  at?: number; // when the last move was made (ms since 1970); older recordings lack it
}

/** Of a shared board, to the room and from it to phones. */
interface RoomNews {
  frame?: string;
  sounds?: number;
  state?: BoardState;
  results?: string[];
  game?: Game | null;
  off?: "" | "power" | "staged";
  on?: { geometry: Geometry; tones: Tone[]; names: ByTeam<string> };
}

/** From the room to a page. */
interface RoomMessage extends RoomNews {
  board?: boolean; // whether the board's own page is connected
  who?: { watch: number } & ByTeam<number>;
  keys?: [side: string, key: number, how: boolean | number][]; // down or up, or ms
  address?: string;
  qr?: string;
}

/** From a page to the worker that runs Python, and back; `key`: of a message, if Python does not start. */
interface PythonCall {
  number: number;
  sources: string;
  module: string;
  call: string;
  texts: string[];
}

interface PythonReply {
  number: number;
  result?: string;
  error?: string;
  key?: string;
}

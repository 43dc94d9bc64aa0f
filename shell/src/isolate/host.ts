import type { ServerFile } from '../render/channel.ts';

/**
 * What an isolate's host provides: functions, as separate arguments, that take only text and numbers, since nothing else can
 * cross. They stay in closures, out of reach of a release's code.
 */
export type IsolateHost = readonly [
  /** Sends a message, as JSON, to the site server. */
  send: (message: string) => void,
  print: (text: string) => void,
  /** Starts a timer with a delay in milliseconds. */
  startTimer: (id: number, delay: number) => void,
  stopTimer: (id: number) => void,
  /** Random bytes, as characters. */
  randomBytes: (length: number) => string,
  /** Makes a function of the code of a release's server file, in the isolate. */
  compile: (code: string, filename: string) => ServerFile,
];

/** The functions that the host calls. */
export interface Isolated {
  /** Receives a message from the site server, as JSON. */
  readonly receive: (message: string) => void;
  /** Runs a timer whose time has come. */
  readonly runTimer: (id: number) => void;
}

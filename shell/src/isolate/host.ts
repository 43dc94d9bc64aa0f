import type { ServerFile } from '../render/channel.ts';

/**
 * What the host of an isolate gives it: functions that take text and numbers alone, one after the other, since nothing else
 * crosses. They stay in closures: no code of a release gets hold of them.
 */
export type IsolateHost = readonly [
  /** Sends a message, as JSON, to the site server. */
  send: (message: string) => void,
  print: (text: string) => void,
  /** Has a timer run after a delay in milliseconds. */
  startTimer: (id: number, delay: number) => void,
  stopTimer: (id: number) => void,
  /** Random bytes, as characters. */
  randomBytes: (length: number) => string,
  /** Makes a function of the code of a release's server file, in the isolate. */
  compile: (code: string, filename: string) => ServerFile,
];

/** What the host calls. */
export interface Isolated {
  /** Takes a message of the site server, as JSON. */
  readonly receive: (message: string) => void;
  /** Runs a timer whose time has come. */
  readonly runTimer: (id: number) => void;
}

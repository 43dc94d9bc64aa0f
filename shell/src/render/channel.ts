import type { FromRenderer } from './messages.ts';

/** The function that a release's server file is compiled to. */
export type ServerFile = (module: { exports: unknown }, exports: unknown, require: (name: string) => object) => void;

/** What a renderer needs from its environment: a Node process, or an isolate. */
export interface Channel {
  /** Sends a message to the site server. */
  readonly send: (message: FromRenderer) => void;
  /** Compiles a release's server file, without running it. */
  readonly compile: (code: string, filename: string) => ServerFile;
}

let channel: Channel;

/** Sets the renderer's channel; call it before anything else. */
export function openChannel(opened: Channel): void {
  channel = opened;
}

export const send: Channel['send'] = (message) => channel.send(message);

export const compile: Channel['compile'] = (code, filename) => channel.compile(code, filename);

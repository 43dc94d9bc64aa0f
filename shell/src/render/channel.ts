import type { FromRenderer, ToRenderer } from './messages.ts';

const { process } = globalThis;
const { console: nodeConsole } = globalThis;

/** Sends a message to the site server. When that has ended there is nothing left to do. */
export const send = (message: FromRenderer): void =>
  void process.send?.(message, (error: Error | null) => {
    if (error) process.exit(0);
  });

/** Calls back with each message of the site server, until that closes the channel: then the process ends. */
export function receive(onMessage: (message: ToRenderer) => void): void {
  process.on('message', onMessage);
  process.on('disconnect', () => process.exit(0));
}

/** What would lead a release's code to the network, to files or to other processes, past Node's permission model. */
const waysOut = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'WebAssembly', 'navigator', 'BroadcastChannel'];

/**
 * Takes away what a release's code could misuse; call it before any of it runs. Of `process` the environment stays, of the
 * console its functions: both lead to sockets. It stops borrowed code and mistakes. What holds against a hostile release is
 * the wall around this process (server/src/render/wall.ts).
 */
export function closeWaysOut(): void {
  for (const name of waysOut) Reflect.deleteProperty(globalThis, name);
  const levels = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;
  const plainConsole = Object.fromEntries(
    levels.map((level) => [level, (...values: unknown[]) => nodeConsole[level](...values)]),
  );
  const replacements = { console: plainConsole, process: { env: { NODE_ENV: process.env.NODE_ENV } } };
  for (const [name, value] of Object.entries(replacements))
    Object.defineProperty(globalThis, name, { value: Object.freeze(value), writable: false, configurable: false });
}

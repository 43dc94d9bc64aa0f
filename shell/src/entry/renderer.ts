/** The renderer as a Node process. It has no secrets, files or network, and takes its jobs from the site server. */
import { compileFunction } from 'node:vm';
import { answerMessage } from '../render/answerMessage.ts';
import { openChannel, type ServerFile, send } from '../render/channel.ts';

const { process } = globalThis;
const { console: nodeConsole } = globalThis;

/** Globals through which a release's code could reach the network, files or other processes despite Node's permission model. */
const waysOut = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'WebAssembly', 'navigator', 'BroadcastChannel'];

closeWaysOut();
openChannel({
  // When the site server has ended, there is nothing left to do.
  send: (message) =>
    void process.send?.(message, (error: Error | null) => {
      if (error) process.exit(0);
    }),
  compile: (code, filename) => compileFunction(code, ['module', 'exports', 'require'], { filename }) as ServerFile,
});
process.on('message', answerMessage);
process.on('disconnect', () => process.exit(0));
send({ type: 'ready' });

/**
 * Takes away what a release's code could misuse. Of `process` the environment stays, of the console its functions: both lead
 * to sockets. It stops borrowed code and mistakes. What holds against a hostile release is the wall around this process
 * (platform/renderer/src/walls/wall.ts).
 */
function closeWaysOut(): void {
  for (const name of waysOut) Reflect.deleteProperty(globalThis, name);
  const levels = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;
  const plainConsole = Object.fromEntries(
    levels.map((level) => [level, (...values: unknown[]) => nodeConsole[level](...values)]),
  );
  const replacements = { console: plainConsole, process: { env: { NODE_ENV: process.env.NODE_ENV } } };
  for (const [name, value] of Object.entries(replacements))
    Object.defineProperty(globalThis, name, { value: Object.freeze(value), writable: false, configurable: false });
}

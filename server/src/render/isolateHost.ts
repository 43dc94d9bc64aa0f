/**
 * Runs in a worker's process, and keeps a shell's renderer with the code of a release in an isolate: the site server's messages
 * are passed through as text. It imports nothing of the project, so that behind a wall there is nothing of the project.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Isolated, IsolateHost } from '@site/shell/isolate/host.ts';
import type ivmModule from 'isolated-vm';

const [, , addon = '', file = '', memory] = process.argv;

// Not `require`: the package looks for its file in folders that this process can't read.
const native: { exports: { ivm?: typeof ivmModule } } = { exports: {} };
process.dlopen(native, addon);
const { ivm } = native.exports;
if (!ivm) throw new Error(`${addon} is not isolated-vm.`);

const isolate = new ivm.Isolate({
  memoryLimit: Number(memory),
  // V8 has lost control of the isolate.
  onCatastrophicError: () => process.abort(),
});
const context = isolate.createContextSync();
const timers = new Map<number, NodeJS.Timeout>();

/** Evaluates an expression around some code, whose places in stack traces stay what they are in its file. */
function evaluate(before: string, code: string, after: string, filename: string) {
  const script = isolate.compileScriptSync(`${before}${code}\n${after}`, { filename, columnOffset: -before.length });
  return script.runSync(context, { reference: true, release: true });
}

const functions: IsolateHost = [
  (message) => void process.send?.(JSON.parse(message), endWithServer),
  (text) => void process.stderr.write(text),
  (id, delay) => void timers.set(id, setTimeout(() => runTimer(id), delay)),
  (id) => stopTimer(id),
  (length) => randomBytes(length).toString('latin1'),
  (code, filename) => evaluate('(function (module, exports, require) {', code, '})', filename).derefInto(),
];

const renderer = evaluate('(() => { const module = { exports: {} };', readFileSync(file, 'utf8'), 'return module.exports.start; })()', file)
  .applySync(undefined, functions.map((call) => new ivm.Callback(call)), { result: { reference: true } });
const receive = renderer.getSync('receive', { reference: true });
const run = renderer.getSync('runTimer', { reference: true });

process.on('message', (message) => enter(() => receive.applySync(undefined, [JSON.stringify(message)])));
process.on('disconnect', () => process.exit(0));

function endWithServer(error: Error | null): void {
  if (error) process.exit(0);
}

function runTimer(id: number): void {
  timers.delete(id);
  enter(() => run.applySync(undefined, [id]));
}

function stopTimer(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Runs something in the isolate. What a release throws outside of a page's work is its own: the next page may work. */
function enter(work: () => void): void {
  try {
    work();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    if (isolate.isDisposed) process.exit(1);
  }
}

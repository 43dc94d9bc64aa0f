/**
 * Runs in a worker's process, and keeps a shell's renderer with the code of a release in an isolate, a machine of V8 without
 * anything of Node. Messages go through it as text, which it doesn't read: the site server does that, with care. It is plain
 * JavaScript, which starts sooner, and imports nothing but what is readable behind a wall.
 *
 * Parameters: the file of isolated-vm, the shell's renderer, the isolate's memory in megabytes, the name of the renderer in stack traces.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openPipe } from './rendererPipe.mjs';

const [, , addon, file, memory, name] = process.argv;

// An error that crosses into the isolate brings the stack of this side. A release needn't know where the server's files are.
Error.stackTraceLimit = 0;

// Not `require`: the package looks for its file in folders that this process can't read.
const native = { exports: {} };
process.dlopen(native, addon);
const { Isolate, Callback } = native.exports.ivm;

/** As many as browsers give at once. */
const mostRandomBytes = 65_536;

const isolate = new Isolate({
  memoryLimit: Number(memory),
  // V8 has lost control of the isolate.
  onCatastrophicError: () => process.abort(),
});
const context = isolate.createContextSync();
const sendLine = openPipe((line) => enter(() => receive.applySync(undefined, [line])));
const timers = new Map();

/** Evaluates some code between the parts of an expression. Its places in stack traces are those in its file. */
function evaluate(before, code, after, filename) {
  const script = isolate.compileScriptSync(`${before}${code}\n${after}`, { filename, columnOffset: -before.length });
  return script.runSync(context, { reference: true });
}

/** What the isolate gets, as `IsolateHost` in shell/src/isolate/host.ts says. Only text, numbers and functions cross. */
const functions = [
  function send(text) {
    sendLine(text);
  },
  function print(text) {
    process.stderr.write(text);
  },
  function startTimer(id, delay) {
    timers.set(
      id,
      setTimeout(() => runTimer(id), delay),
    );
  },
  stopTimer,
  function randomText(length) {
    return randomBytes(Math.min(length, mostRandomBytes)).toString('latin1');
  },
  function compile(code, filename) {
    try {
      return evaluate('(function (module, exports, require) {', code, '})', filename).derefInto();
    } catch (error) {
      // The isolate's own error went through this side, and has its stack.
      throw new SyntaxError(error?.message ?? String(error));
    }
  },
];

const renderer = evaluate(
  '(() => { const module = { exports: {} };',
  readFileSync(file, 'utf8'),
  'return module.exports.start; })()',
  name,
).applySync(
  undefined,
  functions.map((call) => new Callback(call)),
  { result: { reference: true } },
);
const receive = renderer.getSync('receive', { reference: true });
const run = renderer.getSync('runTimer', { reference: true });

function runTimer(id) {
  timers.delete(id);
  enter(() => run.applySync(undefined, [id]));
}

function stopTimer(id) {
  clearTimeout(timers.get(id));
  timers.delete(id);
}

/** Runs something in the isolate. What a release throws beside its pages, as in a timer, is in the log and costs no page. */
function enter(work) {
  try {
    work();
  } catch (error) {
    process.stderr.write(`${error?.stack ?? error}\n`);
    // Over its memory.
    if (isolate.isDisposed) process.exit(1);
  }
}

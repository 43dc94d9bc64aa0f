/**
 * Loaded into a server ahead of its own program: `SIGUSR2` makes every turn of its event loop take long, as if it had
 * far too much to do, and the next `SIGUSR2` ends that. It sleeps rather than works, so as to leave the machine alone.
 */
import { serverLimits } from '@site/server/limits.ts';

const turn = 1.2 * serverLimits.eventLoop.delay;
const cell = new Int32Array(new SharedArrayBuffer(4));
let isLagging = false;

function lag(): void {
  if (!isLagging) return;
  Atomics.wait(cell, 0, 0, turn);
  setImmediate(lag);
}

process.on('SIGUSR2', () => {
  isLagging = !isLagging;
  setImmediate(lag);
});

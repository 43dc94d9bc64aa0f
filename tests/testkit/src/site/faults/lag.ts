/**
 * Loaded into a server before its own program. `SIGUSR2` makes every turn of its event loop slow, as if the server were
 * overloaded; the next `SIGUSR2` ends that. It sleeps instead of working, to leave the machine's processors free.
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

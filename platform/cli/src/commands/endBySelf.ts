/** How long a failed program may take to end, in milliseconds. */
const leftOpen = 500;

/**
 * Ends a failed program by itself: a library that is cut off complains. What it leaves open keeps it running no longer than a
 * moment.
 */
export function endBySelf(code: number): void {
  process.exitCode = code;
  if (code !== 0) setTimeout(() => process.exit(), leftOpen).unref();
}

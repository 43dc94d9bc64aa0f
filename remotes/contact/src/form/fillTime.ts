import { limits } from '@site/shared';

/** Waits until a person can have written the form since the site was opened, and tells how long that is, in milliseconds. */
export async function afterFillTime(): Promise<number> {
  const rest = limits.contactFillTime - performance.now();
  // Timers drop fractions of milliseconds: the server would find the form sent too early.
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, Math.ceil(rest)));
  return Math.round(performance.now());
}

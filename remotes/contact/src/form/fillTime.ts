import { limits } from '@site/shared';

/** Waits until a person can have written the form since the site was opened, and tells how long that is, in milliseconds. */
export async function afterFillTime(): Promise<number> {
  const rest = limits.contactFillTime - performance.now();
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
  return Math.round(performance.now());
}

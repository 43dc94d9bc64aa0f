/**
 * Session storage: what is kept survives reloads, crashes of the tab and wrong turns, but not on a shared computer after
 * the tab is closed. It is a courtesy: where storage is blocked, full or garbled, the form works without it.
 */
export function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}

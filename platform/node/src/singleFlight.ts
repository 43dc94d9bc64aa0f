/** Runs a task once for all callers that ask for the same key while it runs. */
export function singleFlight<Result>(): (key: string, task: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, task) => {
    const known = running.get(key);
    if (known) return known;
    const started = task().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  };
}

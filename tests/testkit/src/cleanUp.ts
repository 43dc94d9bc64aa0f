const tasks: (() => unknown)[] = [];

/**
 * Adds what ends or removes something after the test that is running, the last one first. A helper's own `afterEach` would hold for one
 * file of tests alone: the files of a worker share its modules, and hooks are registered when a module loads.
 */
export function atTestEnd(task: () => unknown): void {
  tasks.push(task);
}

/** Ends and removes what tests have left. */
export async function cleanUp(): Promise<void> {
  for (const task of tasks.splice(0).reverse()) await task();
}

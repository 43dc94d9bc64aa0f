const tasks: (() => unknown)[] = [];

/**
 * Registers a clean-up task to run after the current test, last one first. A helper's own `afterEach` would apply to only
 * one test file: hooks are registered when a module loads, and the files of a worker share its modules.
 */
export function atTestEnd(task: () => unknown): void {
  tasks.push(task);
}

/** Runs the clean-up tasks. */
export async function cleanUp(): Promise<void> {
  for (const task of tasks.splice(0).reverse()) await task();
}

/** Ends the current task: what the visitor has done meanwhile comes first. */
export const nextTask = (): Promise<void> =>
  window.scheduler?.yield ? window.scheduler.yield() : new Promise((resolve) => setTimeout(resolve));

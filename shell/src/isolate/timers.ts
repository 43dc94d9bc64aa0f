import type { IsolateHost } from './host.ts';

type Callback = (...values: unknown[]) => void;

/** Timers of an isolate, which has no event loop: its host calls back. */
export function createTimers(startTimer: IsolateHost[2], stopTimer: IsolateHost[3]) {
  const callbacks = new Map<number, () => void>();
  let lastId = 0;

  const clear = (id?: number): void => {
    if (id !== undefined && callbacks.delete(id)) stopTimer(id);
  };
  const start = (isRepeated: boolean, callback: Callback, delay = 0, values: readonly unknown[]): number => {
    const id = ++lastId;
    callbacks.set(id, () => {
      if (isRepeated) startTimer(id, Number(delay));
      else callbacks.delete(id);
      callback(...values);
    });
    startTimer(id, Number(delay));
    return id;
  };

  return {
    globals: {
      setTimeout: (callback: Callback, delay?: number, ...values: unknown[]) => start(false, callback, delay, values),
      setInterval: (callback: Callback, delay?: number, ...values: unknown[]) => start(true, callback, delay, values),
      clearTimeout: clear,
      clearInterval: clear,
    },
    /** Runs a timer whose time has come. */
    run: (id: number): void => callbacks.get(id)?.(),
  };
}

/** Formats a value for the log: an error with its stack and causes, data as JSON. */
function describe(value: unknown): string {
  if (value instanceof Error) {
    const cause = value.cause === undefined ? '' : `\n[cause]: ${describe(value.cause)}`;
    return (value.stack ?? String(value)) + cause;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return String(value);
  }
}

/** A console whose lines the host prints. */
export const createConsole = (print: (text: string) => void): object => {
  const log = (...values: unknown[]) => print(`${values.map(describe).join(' ')}\n`);
  return Object.freeze({ debug: log, error: log, info: log, log, trace: log, warn: log });
};

import { fstatSync } from 'node:fs';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { plainLine, terminalLine, terminalText } from '@site/shared/plainText.ts';
import { limitLines } from './lineLimit.ts';
import { explain } from './settings.ts';

/** Who reads a program's output: systemd's journal, a person at a terminal, or a file or another program. */
export type Reader = 'journal' | 'terminal' | 'file';

const descriptors = { stdout: 1, stderr: 2 } as const;

/**
 * Finds out who reads a stream. systemd gives the journal's device and inode, so a program that inherits the variable but
 * prints to a file doesn't mistake it for the journal.
 *
 * @see https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#%24JOURNAL_STREAM
 */
function readerOf(name: keyof typeof descriptors, { JOURNAL_STREAM } = process.env): Reader {
  if (process[name].isTTY) return 'terminal';
  if (!JOURNAL_STREAM) return 'file';
  const { dev, ino } = fstatSync(descriptors[name], { bigint: true });
  return JOURNAL_STREAM === `${dev}:${ino}` ? 'journal' : 'file';
}

/** The levels of the log, as pino counts them. */
const levels = { fatal: 60, error: 50, warn: 40, info: 30 } as const;

/** syslog's number for a level, which journald takes from the start of a line: `journalctl -p err` shows 0 to 3. */
function priorityOf(level: number): number {
  if (level >= levels.fatal) return 2;
  if (level >= levels.error) return 3;
  if (level >= levels.warn) return 4;
  return level >= levels.info ? 6 : 7;
}

/** The parts of a log line that are used. */
interface LogRecord {
  readonly level: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
}

/** A line of the log, which is JSON, for its reader. Anyone's words may be in it, and a terminal may show it later. */
function lineFor(reader: Reader, line: string): string {
  const json = `${terminalLine(line.trimEnd())}\n`;
  if (reader === 'file') return json;
  const record = JSON.parse(line) as LogRecord;
  if (reader === 'journal') return `<${priorityOf(record.level)}>${json}`;
  const { msg = '', err } = record;
  const details = err && (record.level >= levels.error ? err.stack : err.message);
  // For an error that is logged alone, the message is the error's own.
  const parts = details?.includes(msg) ? [details] : [msg, details];
  return `${terminalText(parts.filter(Boolean).join('\n'))}\n`;
}

/** Where Fastify writes its log: standard error, in the form that suits its reader. */
export function logStream(): { readonly write: (line: string) => void } {
  const reader = readerOf('stderr');
  return { write: limitLines((line) => void process.stderr.write(lineFor(reader, line))) };
}

/** Prints that a server is ready. */
export function printReady(origin: string): void {
  const text = `ready ${origin}`;
  process.stdout.write(`${readerOf('stdout') === 'journal' ? `<${priorityOf(levels.info)}>` : ''}${text}\n`);
}

/** Prints a warning of a program that has no log yet, or none. */
export function printWarning(text: string): void {
  printText(readerOf('stderr'), levels.warn, text);
}

/** Prints why a server could not start. */
export function printFailure(error: unknown): void {
  const reader = readerOf('stderr');
  const reason = explain(error);
  if (typeof reason !== 'string') printRecord(reader, levels.fatal, 'SITE-CRASH The program could not start.', error);
  else printText(reader, levels.error, reason);
}

const printText = (reader: Reader, level: number, text: string): void =>
  void process.stderr.write(
    reader === 'journal' ? `<${priorityOf(level)}>${plainLine(text)}\n` : `${terminalText(text)}\n`,
  );

function printRecord(reader: Reader, level: number, msg: string, error: unknown): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const record = { level, time: Date.now(), pid: process.pid, err: { type: name, message, stack }, msg };
  process.stderr.write(lineFor(reader, `${JSON.stringify(record)}\n`));
}

/**
 * Logs as one line each what Node would print in several lines without a priority: its warnings, and an uncaught error,
 * which ends the program.
 */
export function logCrashes(): void {
  const reader = readerOf('stderr');
  if (reader === 'terminal') return;
  process.on('uncaughtException', (error) => {
    const code = error instanceof OperatorError ? error.message : 'SITE-CRASH An uncaught error ended the program.';
    printRecord(reader, levels.fatal, code, error);
    process.exit(1);
  });
  process.removeAllListeners('warning');
  process.on('warning', (warning) => printRecord(reader, levels.warn, `Node warns: ${warning.message}`, warning));
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { afterOwnTime, waitedForProcessor } from '@site/node/processLimits.ts';
import { releaseLimits } from '../limits.ts';
import type { SheetAnswer } from './sheetReaderMain.ts';

/** Reading exceeded a budget. Its message says which, as the end of a sentence. */
export class ExceededError extends Error {
  override readonly name = 'ExceededError';
}

/** A style sheet can't be read. Its message says why. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** A style sheet as `sheetReaderMain.ts` describes it. */
export type SheetDescription = Extract<SheetAnswer, readonly unknown[]>[number];

const program = join(import.meta.dirname, `sheetReaderMain${extname(import.meta.filename)}`);

/** What reading the style sheets of one release may use: milliseconds of a processor, and megabytes. */
export interface ReadingBudget {
  readonly time: number;
  readonly memory: number;
}

/** Reads style sheets in a process of its own, one request after the other. It ends when there is nothing more to read. */
export class SheetReader {
  readonly #budget: ReadingBudget;
  #process: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  constructor(budget: ReadingBudget = releaseLimits.reading) {
    this.#budget = budget;
  }

  /**
   * Reads the style sheets of a release.
   *
   * @param files their paths
   * @returns what they consist of, in the same order
   * @throws {ExceededError} when that takes too much time or memory
   * @throws {UnreadableError} when a file is missing
   */
  async read(files: readonly string[]): Promise<readonly SheetDescription[]> {
    const reading = this.#last.then(() => this.#readNext(files));
    this.#last = reading.catch(() => {});
    const answer = await reading;
    if ('error' in answer) throw new UnreadableError(answer.error);
    return answer;
  }

  async #readNext(files: readonly string[]): Promise<SheetAnswer> {
    clearTimeout(this.#idle);
    const { time, memory } = this.#budget;
    const reader = this.#started();
    let isLate = false;
    const stopClock = afterOwnTime(
      () => waitedForProcessor(reader.pid ?? 0),
      time,
      () => {
        isLate = true;
        reader.kill('SIGKILL');
      },
    );
    const answered = new AbortController();
    try {
      reader.send(files);
      const [answer] = (await Promise.race([once(reader, 'message', answered), endOf(reader, memory, answered)])) as [
        SheetAnswer,
      ];
      return answer;
    } catch (error) {
      // Whatever has happened to it, the next release gets another one.
      this.#process = undefined;
      reader.kill('SIGKILL');
      throw isLate ? new ExceededError(`reading its style sheets takes more than ${time} ms of a processor`) : error;
    } finally {
      answered.abort();
      stopClock();
      this.#rest(reader);
    }
  }

  #started(): ChildProcess {
    const running = this.#process;
    if (running?.connected) {
      keepAlive(running, true);
      return running;
    }
    const execArgv = [`--max-old-space-size=${this.#budget.memory}`, '--v8-pool-size=1', '--disable-sigusr1'];
    const reader = fork(program, [], { env: {}, execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    // `endOf` hears of it, too.
    reader.on('error', () => {});
    this.#process = reader;
    return reader;
  }

  /** A process that waits keeps neither a command running nor its memory. */
  #rest(reader: ChildProcess): void {
    keepAlive(reader, false);
    this.#idle = setTimeout(() => reader.connected && reader.disconnect(), releaseLimits.reading.idle).unref();
  }
}

/** Fails when a process ends: without memory Node aborts. */
async function endOf(reader: ChildProcess, memory: number, options: { readonly signal: AbortSignal }): Promise<never> {
  const [code, signal] = (await once(reader, 'exit', options)) as [number | null, NodeJS.Signals | null];
  if (signal === 'SIGABRT' || code === 134)
    throw new ExceededError(`reading its style sheets takes more than ${memory} MB of memory`);
  throw new Error(`the reading process ended (${signal ?? code})`);
}

function keepAlive(reader: ChildProcess, isWanted: boolean): void {
  const change = isWanted ? 'ref' : 'unref';
  reader[change]();
  reader.channel?.[change]();
}

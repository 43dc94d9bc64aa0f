import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Duplex, Readable } from 'node:stream';
import {
  endFirstWithoutMemory,
  exceedsMemory,
  ownMemory,
  processorTime,
  waitedForProcessor,
} from '@site/node/processLimits.ts';
import type { Release } from '@site/releases/Release.ts';
import type { FromRenderer, ToRenderer } from '@site/shell/render/messages.ts';
import { rendererLimits } from '../limits.ts';
import { hasBubblewrap, type Wall } from '../walls/wall.ts';
import { channelDescriptor, infoDescriptor, rendererCommand } from '../walls/wallCommand.ts';
import { endWithServer } from './endWithServer.ts';
import { readInnerPid } from './readInnerPid.ts';
import { WorkerChannel } from './WorkerChannel.ts';

/**
 * Why a worker's process ended: it had no more to do (`retired`), did not start (`start`), rendered a page for too long (`time`),
 * used too much memory (`memory`), sent what it may not (`message`), or ended by itself (`crash`),
 * or someone else killed it (`killed`): the system, because memory ran out, or an operator.
 */
export type WorkerEnd = 'retired' | 'start' | 'time' | 'memory' | 'message' | 'crash' | 'killed';

/** Receives the events of a worker's process. What it throws, or rejects with, ends the process. */
export interface ProcessListener {
  readonly onMessage: (message: Exclude<FromRenderer, { type: 'ready' }>) => unknown;
  /** Receives what the process prints. */
  readonly onOutput: (text: string) => unknown;
  /** Is called once, also when the process could not even be started. */
  readonly onEnd: (reason: WorkerEnd) => void;
}

/**
 * Memory limits of a worker. Without a compilation cache, unloaded releases are freed. A small space for new objects, in
 * megabytes, suits pages, which are short-lived; further threads of V8 would each keep memory of their own.
 */
const memoryFlags = [
  `--max-old-space-size=${rendererLimits.renderMemory}`,
  '--max-semi-space-size=4',
  '--no-compilation-cache',
  '--v8-pool-size=1',
];

/**
 * The process of a worker, behind a wall, with an empty environment. It is
 * ended when it doesn't start in time, uses too much memory, or sends an invalid message.
 */
export class WorkerProcess {
  readonly #listener: ProcessListener;
  readonly #child: ChildProcess;
  /** Undefined when there were no descriptors for it. */
  readonly #channel: WorkerChannel | undefined;
  readonly #ready = Promise.withResolvers<void>();
  readonly #startTimer: NodeJS.Timeout;
  readonly #memoryTimer: NodeJS.Timeout;
  #endTimer: NodeJS.Timeout | undefined;
  /** Its process id, as soon as it is known. */
  #pid: number | undefined;
  #forget: (() => void) | undefined;
  #isStarted = false;
  #hasEnded = false;
  #end: WorkerEnd | undefined;

  constructor(shell: Release, wall: Wall, listener: ProcessListener) {
    this.#listener = listener;
    const [program, ...parameters] = rendererCommand(wall, shell, memoryFlags);
    this.#child = spawn(program, parameters, {
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', hasBubblewrap(wall) ? 'pipe' : 'ignore'],
      // A session of its own: a signal to its group reaches nobody else.
      detached: true,
    });
    // Without descriptors for them, a child has no streams at all.
    const streams = this.#child.stdio;
    if (!hasBubblewrap(wall)) this.#ownProcess(this.#child.pid);
    else if (streams) void this.#readInnerPid(streams[infoDescriptor] as Readable);
    this.#channel = streams && this.#openChannel(streams[channelDescriptor] as Duplex);
    const report = this.#guard((error: Error) => listener.onOutput(error.message));
    this.#child.on('error', report);
    // Not `exit`: a process for which there is no descriptor or no memory never exits.
    this.#child.once(
      'close',
      this.#guard((code: number | null, signal: NodeJS.Signals | null) => this.#ended(code, signal)),
    );
    const print = this.#guard((data: Buffer) => listener.onOutput(String(data)));
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.on('data', print).on('error', report);
    this.#memoryTimer = setInterval(() => this.#checkMemory(), rendererLimits.renderMemoryCheck).unref();
    this.#startTimer = setTimeout(() => this.end('start'), rendererLimits.workerStart);
  }

  /** Whether it can be sent messages. */
  get isConnected(): boolean {
    return this.#channel?.isOpen === true;
  }

  /** Resolves when it has started; never, when it can't. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** How long it has waited for a processor since it began, in milliseconds. */
  get waited(): number {
    return this.#pid ? waitedForProcessor(this.#pid) : 0;
  }

  /** How long it has used processors since it began, in milliseconds. */
  get processorTime(): number {
    return this.#pid ? processorTime(this.#pid) : 0;
  }

  /** How much memory it has of its own, in bytes. */
  get memory(): number {
    return this.#pid ? ownMemory(this.#pid) : 0;
  }

  /** Sends a message; returns whether the process is connected. */
  send(message: ToRenderer): boolean {
    return this.#channel?.send(message) === true;
  }

  /** Sends a long message in parts. Errors as `WorkerChannel.sendParts`. */
  async sendParts(parts: AsyncIterable<string>): Promise<void> {
    await this.#channel?.sendParts(parts);
  }

  /** Ends it at once. */
  end(reason: WorkerEnd): void {
    this.#end ??= reason;
    this.#child.kill('SIGKILL');
  }

  /** Closes the channel: the process then ends by itself, or is ended when it doesn't notice, because it loops. */
  disconnect(): void {
    this.#end ??= 'retired';
    this.#channel?.close();
    this.#endTimer ??= setTimeout(() => this.#child.kill('SIGKILL'), rendererLimits.workerEnd);
  }

  /**
   * Makes a handler of events that never throws: a release decides what its process prints, sends and when it ends, and an
   * uncaught error would end the server. Every listener on the process goes through it.
   */
  #guard<Values extends readonly unknown[]>(handle: (...values: Values) => unknown): (...values: Values) => void {
    return async (...values) => {
      try {
        await handle(...values);
      } catch (error) {
        this.end('message');
        await this.#print(
          `SITE-RENDER What a rendering worker sent or printed can’t be handled: it is ended. ${error}`,
        );
      }
    };
  }

  async #print(text: string): Promise<void> {
    try {
      await this.#listener.onOutput(text);
    } catch {
      // There is nowhere else to report it.
    }
  }

  /** The child is bubblewrap, which needs almost nothing: time and memory are the inner process's. */
  async #readInnerPid(info: Readable): Promise<void> {
    try {
      this.#runsAs(await readInnerPid(info));
    } catch (error) {
      await this.#print(`SITE-RENDER bubblewrap has not told which process it started: ${error}`);
      this.end('start');
    }
  }

  #runsAs(pid: number | undefined): void {
    this.#pid = pid;
    if (pid !== undefined) endFirstWithoutMemory(pid);
  }

  /** There is no bubblewrap, which would end the process with the server. */
  #ownProcess(pid: number | undefined): void {
    this.#runsAs(pid);
    if (pid !== undefined) this.#forget = endWithServer(pid);
  }

  #openChannel(pipe: Duplex): WorkerChannel {
    return new WorkerChannel(pipe, {
      onMessage: this.#guard((message) => {
        if (message.type !== 'ready') return this.#listener.onMessage(message);
        return this.#started();
      }),
      onMisuse: this.#guard((problem) => {
        this.end('message');
        return this.#print(`SITE-RENDER A rendering worker sent ${problem}: it is ended.`);
      }),
      // A process without its channel is useless. One that is ending anyway soon says why.
      onLost: () => {
        this.#endTimer ??= setTimeout(() => this.end('crash'), rendererLimits.workerEnd);
      },
    });
  }

  #started(): void {
    this.#isStarted = true;
    clearTimeout(this.#startTimer);
    this.#ready.resolve();
  }

  #checkMemory(): void {
    if (this.#pid && exceedsMemory(this.#pid, rendererLimits.renderMemory)) this.end('memory');
  }

  #ended(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearInterval(this.#memoryTimer);
    clearTimeout(this.#startTimer);
    clearTimeout(this.#endTimer);
    this.#forget?.();
    // Bubblewrap ends with this code when the process inside is killed.
    const isKilled = signal === 'SIGKILL' || code === 128 + constants.signals.SIGKILL;
    const own = isKilled ? 'killed' : 'crash';
    this.#listener.onEnd(this.#end ?? (this.#isStarted ? own : 'start'));
  }
}

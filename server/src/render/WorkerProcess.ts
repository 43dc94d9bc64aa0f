import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import type { Release } from '@site/releases/Release.ts';
import type { FromRenderer, ToRenderer } from '@site/shell/render/messages.ts';
import { serverLimits } from '../limits.ts';
import { exceedsMemory, waitedForProcessor } from './processLimits.ts';
import { parseRendererMessage } from './rendererMessages.ts';
import { hasBubblewrap, type Wall } from './wall.ts';
import { infoDescriptor, rendererCommand } from './wallCommand.ts';

/**
 * Why a worker's process ended: it had no more to do (`retired`), did not start (`start`), rendered a page for too long (`time`),
 * used too much memory (`memory`), sent an invalid message (`message`), or ended by itself (`crash`).
 */
export type WorkerEnd = 'retired' | 'start' | 'time' | 'memory' | 'message' | 'crash';

/** Receives the events of a worker's process. */
export interface ProcessListener {
  readonly onMessage: (message: Exclude<FromRenderer, { type: 'ready' }>) => void;
  /** Receives what the process prints. */
  readonly onOutput: (text: string) => void;
  /** Is called once, also when the process could not even be started. */
  readonly onEnd: (reason: WorkerEnd) => void;
}

/**
 * Memory limits of a worker. Without a compilation cache, unloaded releases are freed. A small space for new objects, in
 * megabytes, suits pages, which are short-lived; further threads of V8 would each keep memory of their own.
 */
const memoryFlags = [
  `--max-old-space-size=${serverLimits.renderMemory}`,
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
  readonly #ready = Promise.withResolvers<void>();
  readonly #startTimer: NodeJS.Timeout;
  readonly #memoryTimer: NodeJS.Timeout;
  #endTimer: NodeJS.Timeout | undefined;
  /** Its process id, as soon as it is known. */
  #pid: number | undefined;
  #isStarted = false;
  #hasEnded = false;
  #end: WorkerEnd | undefined;

  constructor(shell: Release, wall: Wall, listener: ProcessListener) {
    this.#listener = listener;
    const [program, ...parameters] = rendererCommand(wall, shell, memoryFlags);
    this.#child = spawn(program, parameters, {
      env: { NODE_ENV: 'production' },
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc', hasBubblewrap(wall) ? 'pipe' : 'ignore'],
      // A session of its own: a signal to its group reaches nobody else.
      detached: true,
    });
    if (!hasBubblewrap(wall)) this.#pid = this.#child.pid;
    // Without descriptors for them, a child has no streams at all.
    else if (this.#child.stdio) void this.#readInnerPid(this.#child.stdio[infoDescriptor] as Readable);
    this.#child.on('message', (sent) => this.#receive(sent));
    this.#child.on('error', (error) => listener.onOutput(error.message));
    // Not `exit`: a process for which there is no descriptor or no memory never exits.
    this.#child.once('close', () => this.#ended());
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (data) => listener.onOutput(String(data)));
    this.#memoryTimer = setInterval(() => this.#checkMemory(), serverLimits.renderMemoryCheck).unref();
    this.#startTimer = setTimeout(() => this.end('start'), serverLimits.workerStart);
  }

  /** Whether it can be sent messages. */
  get isConnected(): boolean {
    return this.#child.connected;
  }

  /** Resolves when it has started; never, when it can't. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** How long it has waited for a processor since it began, in milliseconds. */
  get waited(): number {
    return this.#pid ? waitedForProcessor(this.#pid) : 0;
  }

  /** Sends a message; returns whether the process is connected. */
  send(message: ToRenderer): boolean {
    if (!this.#child.connected) return false;
    this.#child.send(message);
    return true;
  }

  /** Ends it at once. */
  end(reason: WorkerEnd): void {
    this.#end ??= reason;
    this.#child.kill('SIGKILL');
  }

  /** Closes the channel: the process then ends by itself, or is ended when it doesn't notice, because it loops. */
  disconnect(): void {
    this.#end ??= 'retired';
    // Without its channel a child that is killed has no `close`.
    this.#child.once('exit', () => this.#ended());
    if (this.#child.connected) this.#child.disconnect();
    this.#endTimer ??= setTimeout(() => this.#child.kill('SIGKILL'), serverLimits.workerEnd);
  }

  /** The child is bubblewrap, which needs next to nothing: time and memory are those of the process inside. */
  async #readInnerPid(info: Readable): Promise<void> {
    try {
      this.#pid = ((await json(info)) as { readonly 'child-pid': number })['child-pid'];
    } catch (error) {
      this.#listener.onOutput(`SITE-RENDER bubblewrap has not told which process it started: ${error}`);
      this.end('start');
    }
  }

  #receive(sent: unknown): void {
    const message = parseRendererMessage(sent);
    if (message?.type === 'ready') this.#started();
    else if (message) this.#listener.onMessage(message);
    else this.#rejectMessage();
  }

  #started(): void {
    this.#isStarted = true;
    clearTimeout(this.#startTimer);
    this.#ready.resolve();
  }

  #rejectMessage(): void {
    this.#listener.onOutput('SITE-RENDER A rendering worker sent an invalid message: it is ended.');
    this.end('message');
  }

  #checkMemory(): void {
    if (this.#pid && exceedsMemory(this.#pid)) this.end('memory');
  }

  #ended(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearInterval(this.#memoryTimer);
    clearTimeout(this.#startTimer);
    clearTimeout(this.#endTimer);
    this.#listener.onEnd(this.#end ?? (this.#isStarted ? 'crash' : 'start'));
  }
}

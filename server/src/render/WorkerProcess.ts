import { type ChildProcess, fork } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Release } from '@site/releases/Release.ts';
import type { FromRenderer, ToRenderer } from '@site/shell/render/messages.ts';
import { limits } from '../limits.ts';
import { exceedsMemory } from './exceedsMemory.ts';
import { readMessage } from './readMessage.ts';
import { waitedForProcessor } from './waitedForProcessor.ts';

/** Who is told of what a worker's process does. */
export interface ProcessListener {
  readonly onMessage: (message: Exclude<FromRenderer, { type: 'ready' }>) => void;
  /** Receives what the process prints. */
  readonly onOutput: (text: string) => void;
  readonly onEnd: () => void;
}

/**
 * What a worker may have. A release is compiled once: in a cache of what was compiled, those that are forgotten would
 * stay. New objects get a small place, in megabytes: pages live shortly.
 */
const memoryFlags = [
  `--max-old-space-size=${limits.renderMemory}`,
  '--max-semi-space-size=16',
  '--no-compilation-cache',
];

/** How often a worker's memory is looked at, in milliseconds. */
const memoryLook = 100;

/**
 * The process of a worker: with an empty environment, and without further processes, or files but the shell's bundle.
 * One that doesn't start in time, takes too much memory, or sends what is no message, is ended.
 */
export class WorkerProcess {
  readonly #listener: ProcessListener;
  readonly #child: ChildProcess;
  readonly #ready = Promise.withResolvers<void>();
  readonly #startTimer: NodeJS.Timeout;
  readonly #memoryTimer: NodeJS.Timeout;

  constructor(shell: Release, listener: ProcessListener) {
    const file = join(shell.folder, shell.manifest.server);
    this.#listener = listener;
    this.#child = fork(file, [], {
      env: { NODE_ENV: 'production' },
      execArgv: ['--permission', `--allow-fs-read=${dirname(file)}`, ...memoryFlags],
      serialization: 'advanced',
      silent: true,
    });
    this.#child.on('message', (sent) => this.#receive(sent));
    this.#child.on('error', (error) => listener.onOutput(error.message));
    this.#child.on('exit', () => this.#ended());
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (data) => listener.onOutput(String(data)));
    this.#memoryTimer = setInterval(() => this.#watchMemory(), memoryLook).unref();
    this.#startTimer = setTimeout(() => this.end(), limits.workerStart);
  }

  /** Whether it can be sent messages. */
  get isConnected(): boolean {
    return this.#child.connected;
  }

  /** Fulfilled when it has started; never, when it can't. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** How long it has waited for a processor since it began, in milliseconds. */
  get waited(): number {
    return this.#child.pid ? waitedForProcessor(this.#child.pid) : 0;
  }

  /** Sends a message; whether there is anybody to get it. */
  send(message: ToRenderer): boolean {
    if (!this.#child.connected) return false;
    this.#child.send(message);
    return true;
  }

  /** Ends it at once. */
  end(): void {
    this.#child.kill('SIGKILL');
  }

  /** Hangs up: it ends by itself. */
  disconnect(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  #receive(sent: unknown): void {
    const message = readMessage(sent);
    if (message?.type === 'ready') this.#started();
    else if (message) this.#listener.onMessage(message);
    else this.#distrust();
  }

  #started(): void {
    clearTimeout(this.#startTimer);
    this.#ready.resolve();
  }

  #distrust(): void {
    this.#listener.onOutput('SITE-RENDER A rendering worker sent what is no message: it is ended.');
    this.end();
  }

  #watchMemory(): void {
    if (this.#child.pid && exceedsMemory(this.#child.pid)) this.end();
  }

  #ended(): void {
    clearInterval(this.#memoryTimer);
    clearTimeout(this.#startTimer);
    this.#listener.onEnd();
  }
}

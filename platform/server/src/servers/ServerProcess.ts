import type { Worker } from 'node:cluster';
import { serverLimits } from '../limits.ts';
import type { FromServer, PeerAnswer, Topic, ToServer } from './messages.ts';

/** How a server ended. */
export interface ServerEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

const { alive, answer, hung, start, stop } = serverLimits.servers;

/** A site server in its own process, as its supervisor sees it. One that hangs is ended. */
export class ServerProcess {
  readonly number: number;
  readonly #worker: Worker;
  readonly #ready = Promise.withResolvers<string>();
  readonly #ended = Promise.withResolvers<ServerEnd>();
  readonly #asked = new Map<number, (value: unknown) => void>();
  readonly #watch: NodeJS.Timeout;
  #startTimer: NodeJS.Timeout | undefined;
  #lastId = 0;
  #readySince: number | undefined;
  #aliveAt = performance.now();

  /**
   * @param listensAtOnce whether it may take as long as necessary to start: visitors see that it starts
   * @param gather asks all servers
   */
  constructor(
    number: number,
    worker: Worker,
    listensAtOnce: boolean,
    gather: (topic: Topic) => Promise<readonly PeerAnswer[]>,
  ) {
    this.number = number;
    this.#worker = worker;
    // Nobody may be waiting for it.
    this.#ready.promise.catch(() => {});
    worker.on('message', (message: FromServer) => this.#receive(message, gather));
    // A message to a process that has just ended fails, and its end says enough. One that can't be started has no other end.
    worker.on('error', () => this.pid === undefined && this.#exited({ code: null, signal: null }));
    worker.once('exit', (code: number | null, signal: string | null) => this.#exited({ code, signal }));
    this.#watch = setInterval(() => performance.now() - this.#aliveAt > hung && this.kill(), alive);
    if (!listensAtOnce) this.#startTimer = setTimeout(() => this.kill(), start);
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  /** Resolves with its origin when it takes visitors. Rejects when it ends before. */
  get ready(): Promise<string> {
    return this.#ready.promise;
  }

  get ended(): Promise<ServerEnd> {
    return this.#ended.promise;
  }

  /** How long it has taken visitors, in milliseconds; undefined when it hasn't yet. */
  get served(): number | undefined {
    return this.#readySince === undefined ? undefined : performance.now() - this.#readySince;
  }

  /** Asks the server. Undefined when it doesn't answer in time. */
  async ask(topic: Topic): Promise<unknown> {
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    this.#asked.set(id, resolve);
    const timer = setTimeout(resolve, answer);
    this.#send({ type: 'question', id, topic });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#asked.delete(id);
    }
  }

  /** Ends it when its running requests are answered. */
  async stop(): Promise<void> {
    this.#send({ type: 'stop' });
    const timer = setTimeout(() => this.kill(), stop);
    await this.ended;
    clearTimeout(timer);
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  #send(message: ToServer): void {
    if (this.#worker.isConnected()) this.#worker.send(message);
  }

  async #receive(message: FromServer, gather: (topic: Topic) => Promise<readonly PeerAnswer[]>): Promise<void> {
    this.#aliveAt = performance.now();
    if (message.type === 'ready') {
      clearTimeout(this.#startTimer);
      this.#readySince = performance.now();
      this.#ready.resolve(message.origin);
    } else if (message.type === 'answer') this.#asked.get(message.id)?.(message.value);
    else if (message.type === 'ask')
      this.#send({ type: 'answers', id: message.id, answers: await gather(message.topic) });
  }

  #exited(end: ServerEnd): void {
    clearInterval(this.#watch);
    clearTimeout(this.#startTimer);
    this.#ended.resolve(end);
    this.#ready.reject(new Error(`Server ${this.number} ended before it was ready.`));
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Readiness } from '@site/node/probes.ts';
import { serverLimits } from '../limits.ts';
import { type FromServer, type PeerAnswer, serverVariables, type Topic, type ToServer } from './messages.ts';

/** A site server's connection to the other servers on its port, through their supervisor. */
export class Peers {
  /** Whether no other server takes visitors: they see that the site starts. */
  readonly listensAtOnce: boolean;
  /** The number of this server. */
  readonly number: number;
  readonly #stop: () => unknown;
  readonly #known = new Map<Topic, () => Promise<unknown>>();
  readonly #asked = new Map<number, (answers: readonly PeerAnswer[]) => void>();
  #lastId = 0;

  /** @param stop called when this server must end */
  constructor(stop: () => unknown, environment = process.env) {
    this.#stop = stop;
    this.number = Number(environment[serverVariables.number]);
    this.listensAtOnce = environment[serverVariables.listensAtOnce] === 'true';
    process.on('message', (message: ToServer) => this.#receive(message));
    const sayAlive = () => this.#send({ type: 'alive' });
    sayAlive();
    setInterval(sayAlive, serverLimits.servers.alive).unref();
  }

  /** Tells the supervisor that this server takes visitors. */
  announceReady(origin: string): void {
    this.#send({ type: 'ready', origin });
  }

  /** Waits until this server would be ready for visitors, by its own answer. */
  async whenReady(): Promise<void> {
    const isReady = async () => ((await this.#known.get('readiness')?.()) as Readiness | undefined)?.ready;
    while (!(await isReady())) await delay(serverLimits.servers.readyCheck);
  }

  /** Sets what this server answers. */
  answer(topic: Topic, value: () => Promise<unknown>): void {
    this.#known.set(topic, value);
  }

  /** Asks all servers, this one included. */
  async ask(topic: Topic): Promise<readonly PeerAnswer[]> {
    const id = ++this.#lastId;
    const { promise, resolve } = Promise.withResolvers<readonly PeerAnswer[]>();
    this.#asked.set(id, resolve);
    this.#send({ type: 'ask', id, topic });
    return await promise;
  }

  async #receive(message: ToServer): Promise<void> {
    if (message.type === 'stop') this.#stop();
    else if (message.type === 'question')
      this.#send({ type: 'answer', id: message.id, value: await this.#known.get(message.topic)?.() });
    else if (message.type === 'answers') {
      this.#asked.get(message.id)?.(message.answers);
      this.#asked.delete(message.id);
    }
  }

  #send(message: FromServer): void {
    if (process.connected) process.send?.(message);
  }
}

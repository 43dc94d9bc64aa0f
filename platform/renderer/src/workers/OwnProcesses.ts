import { hasShare, networkOf } from '@site/node/networkOf.ts';
import { type Refused, refused } from '../outcome/outcome.ts';

/** How many pages are rendered in processes of their own at a time. */
interface OwnProcessLimits {
  readonly all: number;
  /** For one network. */
  readonly network: number;
  /** How many others wait, and how long at most in milliseconds; default: they are refused. */
  readonly waiting?: { readonly pages: number; readonly time: number };
}

interface WaitingPage {
  readonly network: string;
  readonly begin: () => void;
}

/**
 * Shares out the processes that pages with a visitor's own words have to themselves. Starting one costs more than a page, so there
 * are few; the next one is for the network that has fewest, however many pages of another wait.
 */
export class OwnProcesses {
  readonly #limits: OwnProcessLimits;
  /** The networks whose pages are being rendered. */
  readonly #running: string[] = [];
  #waiting: readonly WaitingPage[] = [];

  constructor(limits: OwnProcessLimits) {
    this.#limits = limits;
  }

  /** Renders when there is a process for the visitor's network; refused when too many wait, too many of this network, or too long. */
  async render<Result>(address: string, begin: () => Promise<Result>): Promise<Result | Refused> {
    const network = networkOf(address);
    if (this.#hasRoom(network)) this.#running.push(network);
    else {
      const refusal = await this.#wait(network);
      if (refusal) return refusal;
    }
    try {
      return await begin();
    } finally {
      this.#running.splice(this.#running.indexOf(network), 1);
      this.#beginNext();
    }
  }

  #hasRoom(network: string): boolean {
    return this.#running.length < this.#limits.all && this.#runningOf(network) < this.#limits.network;
  }

  #runningOf(network: string): number {
    return this.#running.filter((owner) => owner === network).length;
  }

  /** Resolves when it is the turn of a page, or when it is refused. */
  async #wait(network: string): Promise<Refused | undefined> {
    const refusal = this.#refusalFor(network);
    if (refusal) return refusal;
    const { promise, resolve } = Promise.withResolvers<Refused | undefined>();
    const page = { network, begin: () => resolve(undefined) };
    const giveUp = () => {
      this.#forget(page);
      resolve(refused('rendering'));
    };
    const timer = setTimeout(giveUp, this.#limits.waiting?.time).unref();
    this.#waiting = [...this.#waiting, page];
    return await promise.finally(() => clearTimeout(timer));
  }

  /** Whose fault it is when nothing can wait: the network's own, or that of all. */
  #refusalFor(network: string): Refused | undefined {
    const places = this.#limits.waiting?.pages ?? 0;
    const owners = this.#waiting.map((page) => page.network);
    const isOwnFault =
      places === 0 ? this.#runningOf(network) >= this.#limits.network : hasShare(owners, network, places);
    if (isOwnFault) return refused('fair-share');
    return this.#waiting.length >= places ? refused('rendering') : undefined;
  }

  #beginNext(): void {
    const ready = this.#waiting.filter(({ network }) => this.#hasRoom(network));
    const [next] = ready.sort((one, other) => this.#runningOf(one.network) - this.#runningOf(other.network));
    if (!next) return;
    this.#forget(next);
    this.#running.push(next.network);
    next.begin();
  }

  #forget(page: WaitingPage): void {
    this.#waiting = this.#waiting.filter((other) => other !== page);
  }
}

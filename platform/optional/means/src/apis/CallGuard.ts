import { hasShare } from '@site/node/networkOf.ts';
import { ApiCircuits, type Caller } from './ApiCircuits.ts';

/** A call that was let through. Exactly one of its functions is called, when it is over. */
export interface Pass {
  readonly succeeded: () => void;
  readonly failed: () => void;
  /** It says nothing about the API. */
  readonly over: () => void;
}

/**
 * Lets calls to one API through while it works. Slow ones don't pile up: each network gets a fair share of the places, so that
 * someone who knows a slow path leaves places to others.
 */
export class CallGuard {
  readonly #circuits = new ApiCircuits();
  /** The network of each call that waits for its answer. */
  readonly #waiting: string[] = [];

  readonly #places: number;

  /** @param places how many calls may wait at the same time */
  constructor(places: number) {
    this.#places = places;
  }

  /** Lets a call through; undefined when it must not be made now. */
  enter(caller: Caller): Pass | undefined {
    const { network } = caller;
    if (this.#waiting.length >= this.#places || hasShare(this.#waiting, network, this.#places)) return undefined;
    if (!this.#circuits.mayCall(caller)) return undefined;
    this.#waiting.push(network);
    const over = () => {
      this.#waiting.splice(this.#waiting.indexOf(network), 1);
    };
    return {
      succeeded: () => {
        over();
        this.#circuits.succeeded(caller);
      },
      failed: () => {
        over();
        this.#circuits.failed(caller);
      },
      over,
    };
  }
}

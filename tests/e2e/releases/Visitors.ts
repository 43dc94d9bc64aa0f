import { setTimeout as delay } from 'node:timers/promises';
import type { RunningSite } from '@site/testkit/site/servers.ts';

/** Visitors who request a page over and over. */
export class Visitors {
  readonly statuses = new Set<number>();
  readonly #url: string;
  readonly #visiting: Promise<void>;
  #isLeaving = false;
  #html = '';

  constructor({ origin }: Pick<RunningSite, 'origin'>, path: string) {
    this.#url = origin + path;
    this.#visiting = this.#visit();
  }

  /** Waits until the page contains a text. */
  async until(text: string): Promise<void> {
    while (!this.#html.includes(text)) await delay(5);
  }

  async leave(): Promise<void> {
    this.#isLeaving = true;
    await this.#visiting;
  }

  async #visit(): Promise<void> {
    while (!this.#isLeaving) {
      const response = await fetch(this.#url);
      this.statuses.add(response.status);
      this.#html = await response.text();
      // Leaves the processors to the release.
      await delay(5);
    }
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { addresses } from '@site/testkit/site/addresses.ts';

/** The outcome of the visitors' messages. */
export interface WritingResult {
  /** Messages that visitors wrote. */
  readonly messages: number;
  /** How many of these were refused at first, and sent again, as the page asks. */
  readonly refused: number;
  /** Messages that are wrongly in the database, or missing there. */
  readonly wrong: readonly string[];
}

/** The time between two messages of a visitor, in milliseconds. */
const writing = 200;

/** How long a visitor waits for a response, in milliseconds: longer than nginx. */
const patience = 25_000;

/** Visitors who write to the owner, each from their own address, and resend refused messages. */
export class Writers {
  readonly #origin: string;
  readonly #subjects: string[] = [];
  readonly #refused = new Set<string>();
  readonly #writers: Promise<void>[] = [];
  #isLeaving = false;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** @param count how many write at the same time */
  come(count: number): void {
    for (let writer = 0; writer < count; writer += 1) this.#writers.push(this.#write());
  }

  /** Resolves when all visitors have stopped writing, and refused messages have been resent. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    await Promise.all(this.#writers);
  }

  /**
   * Resends refused messages, and compares them with the database.
   *
   * @param stored returns the subjects in the database; called when everything has been sent
   * @param knowsRepetitions whether the API recognizes a resent message; a third party's may store it twice
   */
  async compare(stored: () => Promise<readonly string[]>, knowsRepetitions: boolean): Promise<WritingResult> {
    const wrong: string[] = [];
    for (const subject of this.#refused)
      if (!(await this.#send(subject))) wrong.push(`${subject}: refused when all was well again`);
    const kept = await stored();
    for (const subject of this.#subjects) {
      const times = kept.filter((one) => one === subject).length;
      const mayRepeat = !knowsRepetitions && this.#refused.has(subject) && times > 0;
      if (times !== 1 && !mayRepeat) wrong.push(`${subject}: stored ${times} times`);
    }
    return { messages: this.#subjects.length, refused: this.#refused.size, wrong };
  }

  async #write(): Promise<void> {
    while (!this.#isLeaving) {
      const subject = `Message ${this.#subjects.length + 1}`;
      this.#subjects.push(subject);
      if (!(await this.#send(subject))) this.#refused.add(subject);
      await delay(writing);
    }
  }

  /** Sends a message; returns whether it was accepted. Nobody sends enough to be rate-limited. */
  async #send(subject: string): Promise<boolean> {
    const number = Number(subject.split(' ')[1]);
    try {
      const response = await fetch(this.#origin + addresses.en.contact, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}` },
        body: new URLSearchParams({ ...goodMessage, subject, message: `${subject}: are you there?` }),
        signal: AbortSignal.timeout(patience),
      });
      await response.text();
      return response.status === 303;
    } catch {
      return false;
    }
  }
}

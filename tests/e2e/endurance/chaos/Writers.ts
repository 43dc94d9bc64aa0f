import { setTimeout as delay } from 'node:timers/promises';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { addresses } from '@site/testkit/site/addresses.ts';

/** What became of the messages of visitors. */
export interface WritingResult {
  /** Messages that visitors wrote. */
  readonly messages: number;
  /** Of these, those that were refused at first: their visitors sent them again, as the page asks. */
  readonly refused: number;
  /** What is in the database and shouldn't be, or isn't and should. */
  readonly wrong: readonly string[];
}

/** The time between two messages of a visitor, in milliseconds. */
const writing = 200;

/** How long one waits for an answer, in milliseconds: longer than nginx. */
const patience = 25_000;

/** Visitors who write to the owner, each from an address of their own, and send again what was refused. */
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

  /** Resolves when all visitors have stopped writing, and what was refused has been sent again. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    await Promise.all(this.#writers);
  }

  /**
   * Sends again what was refused, and compares.
   *
   * @param stored the subjects in the database, asked for when everything has been sent
   * @param knowsRepetitions whether the API knows a message that is sent again; one of somebody else may store it twice
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

  /** Whether a message was accepted. Nobody sends enough to be asked to wait. */
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

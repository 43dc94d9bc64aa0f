import { setTimeout as delay } from 'node:timers/promises';
import { goodMessage, tokenHeaders } from '@site/testkit/api/testApi.ts';
import { addresses, type Language, languages } from '@site/testkit/site/addresses.ts';
import { type Answer, ask, languageOf, textOf } from '@site/testkit/site/http.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { filled, texts } from '@site/testkit/site/texts.ts';

/** What a visitor was told about a message; a `fault` is an answer that tells nothing. */
type Told = 'stored' | 'not stored' | 'unknown' | 'fault';

/** A message, and what its sender knows of it. */
interface Letter {
  readonly subject: string;
  readonly language: Language;
  /** Browsers without scripts send the form. */
  readonly hasScripts: boolean;
  /** The form's key, once it has one; with scripts, from the beginning. */
  key: string;
  told: Told;
}

/** The time between two messages of a visitor, in milliseconds. */
const writing = 150;

/** How long a visitor waits for an answer, in milliseconds: longer than nginx. */
const patience = 25_000;

/** Visitors who write to the owner in every language, with and without scripts, each from their own address. */
export class Senders {
  /** Everything that was written. */
  readonly letters: Letter[] = [];
  /** Answers that don't say clearly what has happened and what to do. */
  readonly unclear: string[] = [];
  /** The longest time until an answer, in milliseconds. */
  slowest = 0;
  readonly #site: Pick<RunningSite, 'origin'>;
  readonly #senders: Promise<void>[] = [];
  #isLeaving = false;

  constructor(site: Pick<RunningSite, 'origin'>) {
    this.#site = site;
  }

  /** @param count how many write at the same time */
  come(count: number): void {
    for (let sender = 0; sender < count; sender += 1) this.#senders.push(this.#write());
  }

  /** Resolves when all visitors have their last answer. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    await Promise.all(this.#senders);
  }

  /** How many were told what. */
  told(what: Told): number {
    return this.letters.filter(({ told }) => told === what).length;
  }

  /** Sends again what isn't confirmed, as the page asks. */
  async sendAgain(): Promise<void> {
    for (const letter of this.letters) if (letter.told !== 'stored') await this.#send(letter);
  }

  /** A new message, sent once. */
  async sendOne(): Promise<Told> {
    const letter = this.#newLetter();
    await this.#send(letter);
    return letter.told;
  }

  #newLetter(): Letter {
    const number = this.letters.length;
    const letter: Letter = {
      subject: `Message ${number + 1}`,
      language: languages[number % languages.length] ?? 'en',
      hasScripts: number % 2 === 0,
      key: number % 2 === 0 ? `key-of-message-${number + 1}-0123456789` : '',
      told: 'unknown',
    };
    this.letters.push(letter);
    return letter;
  }

  async #write(): Promise<void> {
    while (!this.#isLeaving) {
      await this.sendOne();
      await delay(writing);
    }
  }

  async #send(letter: Letter): Promise<void> {
    const start = performance.now();
    try {
      letter.told = letter.hasScripts ? await this.#call(letter) : await this.#post(letter);
    } catch (error) {
      letter.told = 'fault';
      this.unclear.push(`${letter.subject}: ${error instanceof Error ? error.message : error}`);
    }
    this.slowest = Math.max(this.slowest, performance.now() - start);
  }

  /** As the form's script does. */
  async #call(letter: Letter): Promise<Told> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': letter.key, ...tokenHeaders };
    const answer = await this.#ask('/api/v1/contact', letter, headers, JSON.stringify(wordsOf(letter)));
    const code = answer.status === 201 ? '' : (JSON.parse(answer.body) as { error: { code: string } }).error.code;
    const told = toldBy[`${answer.status} ${code}`.trim()];
    if (!told) throw new Error(`${answer.status} ${code} at ${new Date().toISOString()}`);
    if (told !== 'stored') this.#assert(letter, answer, { 'Retry-After': answer.headers.has('retry-after') });
    return told;
  }

  /** As a browser without scripts does. */
  async #post(letter: Letter): Promise<Told> {
    const { language } = letter;
    const body = new URLSearchParams({ ...wordsOf(letter), key: letter.key });
    const answer = await this.#ask(addresses[language].contact, letter, {}, body);
    if (answer.status === 303) return 'stored';
    const form = texts[language].contact.form;
    const words = textOf(answer.body);
    letter.key = /name="key" value="(\w+)"/.exec(answer.body)?.[1] ?? letter.key;
    const told = words.includes(filled(form.failed)) ? 'not stored' : 'unknown';
    this.#assert(letter, answer, {
      'status 503': answer.status === 503,
      'Retry-After': answer.headers.has('retry-after'),
      'the page’s language': languageOf(answer.body) === language,
      'what happened': told === 'not stored' || words.includes(filled(form.unknown)),
      'what was typed': answer.body.includes(letter.subject) && answer.body.includes(wordsOf(letter).message),
    });
    return told;
  }

  #assert({ subject }: Letter, { status }: Answer, parts: Readonly<Record<string, boolean>>): void {
    const missing = Object.entries(parts).flatMap(([name, isThere]) => (isThere ? [] : [name]));
    if (missing.length > 0) this.unclear.push(`${subject}: ${status} without ${missing.join(', ')}`);
  }

  async #ask(path: string, letter: Letter, headers: Record<string, string>, body: BodyInit): Promise<Answer> {
    const number = Number(letter.subject.split(' ')[1]);
    const address = `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
    const signal = AbortSignal.timeout(patience);
    return await ask(this.#site, path, {
      method: 'POST',
      headers: { ...headers, 'x-forwarded-for': address },
      body,
      signal,
    });
  }
}

const toldBy: Readonly<Record<string, Told>> = {
  '201': 'stored',
  '503 storage_unavailable': 'not stored',
  '504 outcome_unknown': 'unknown',
};

const wordsOf = ({ subject }: Letter) => ({ ...goodMessage, subject, message: `${subject}: are you there?` });

import { addresses } from '@site/testkit/site/addresses.ts';

/** A request as bytes (latin1), and whether it is valid: for an invalid one, the server may close the connection. */
export interface Attack {
  readonly bytes: string;
  readonly isRequest: boolean;
}

/** Generates attacks of one kind. */
export type Kind = (random: Random) => Attack;

interface Message {
  readonly method?: string;
  readonly path: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** Makes a well-formed request with any content. */
export function request({ method = 'GET', path, headers = [], body }: Message): Attack {
  const host = headers.some((header) => /^host:/i.test(header)) ? [] : ['Host: site.example'];
  const length = body === undefined ? [] : [`Content-Length: ${body.length}`];
  const head = [`${method} ${path} HTTP/1.1`, ...host, 'Connection: close', ...headers, ...length].join('\r\n');
  return { bytes: `${head}\r\n\r\n${body ?? ''}`, isRequest: true };
}

/** Random numbers that are the same for the same seed (mulberry32), so that a failed run can be repeated. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    const mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    const again = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }

  /** Several of the items, possibly none, in their order. */
  some<Item>(items: readonly Item[], chance = 0.3): Item[] {
    return items.filter(() => this.next() < chance);
  }

  /** Bytes as characters, most of which are invalid UTF-8. */
  bytes(length: number): string {
    return Array.from({ length }, () => String.fromCharCode(128 + this.below(128))).join('');
  }
}

/** Every page in two languages. */
export const pages = [...Object.values(addresses.en), ...Object.values(addresses.fr)] as [string, ...string[]];

/** Pages in the server's cache. */
export const cachedPages = [addresses.en.home, addresses.fr.pricing, addresses.es.team, addresses.en.contact] as const;

/** Prefixes of paths to files, releases and news. */
export const roots = [
  '/',
  '/assets/',
  '/assets/blog/',
  '/assets/shell/',
  '/assets/blog/1.0/',
  '/api/v1/',
  '/api/v1/blog/en/r/',
  '/en/blog/',
  '/cards/',
] as const;

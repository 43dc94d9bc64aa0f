import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Signs what the servers of a site keep for each other, and hashes what they count. */
export class Seal {
  readonly #signing: Buffer;
  readonly #counting: Buffer;

  /**
   * @param secret known to the site's servers alone
   * @param site its origin
   */
  constructor(secret: string, site: string) {
    const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, site, `shared memory: ${purpose}`, 32));
    this.#signing = keyFor('signatures');
    this.#counting = keyFor('counts');
  }

  /** A text with its signature, which is valid in this place alone. */
  close(place: string, text: string): string {
    return `${this.#signatureOf(place, text)}\n${text}`;
  }

  /** The text; undefined unless it was signed for this place. */
  open(place: string, sealed: string): string | undefined {
    const end = sealed.indexOf('\n');
    const text = sealed.slice(end + 1);
    const [given, expected] = [
      Buffer.from(sealed.slice(0, Math.max(end, 0))),
      Buffer.from(this.#signatureOf(place, text)),
    ];
    return given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined;
  }

  /** The hash that stands for something that is counted. It changes every day. */
  hash(what: string, now = Date.now()): string {
    const day = new Date(now).toISOString().slice(0, 10);
    return createHmac('sha256', this.#counting).update(`${day} ${what}`).digest('base64url').slice(0, 22);
  }

  #signatureOf(place: string, text: string): string {
    return createHmac('sha256', this.#signing).update(`${place.length} ${place}`).update(text).digest('base64url');
  }
}

import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { SeenSerial } from '../signing/Trust.ts';
import { AcceptedRecords } from './AcceptedRecords.ts';

const schema = z.array(z.object({ key: z.string(), serial: z.number().int().nonnegative(), value: z.string() }));

/**
 * The highest serial per key that a server has accepted of an app's pointers, or of the route policy. When a key is revoked,
 * the serials of the others still tell an old pointer from a new one. Serials are never forgotten.
 */
export class SeenSerials {
  readonly #records: AcceptedRecords<readonly SeenSerial[]>;
  readonly #seen = new Map<string, readonly SeenSerial[]>();

  /** @param folder keeps them for the next start */
  constructor(folder: string, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#records = new AcceptedRecords({ folder, parse: (content) => schema.parse(JSON.parse(content)), log });
  }

  /** Restores what was accepted before this start. */
  async recall(): Promise<void> {
    for (const [subject, seen] of await this.#records.readAll()) this.#seen.set(subject, seen);
  }

  /** @param subject an app, or the route policy */
  of(subject: string): readonly SeenSerial[] {
    return this.#seen.get(subject) ?? [];
  }

  /** Remembers a signature that was accepted. */
  async accept(subject: string, { key, serial, value }: SeenSerial): Promise<void> {
    const seen = this.of(subject);
    if (!seen.some((known) => known.key === key && known.serial >= serial))
      this.#seen.set(subject, [...seen.filter((known) => known.key !== key), { key, serial, value }]);
    await this.#records.write(subject, this.of(subject));
  }
}

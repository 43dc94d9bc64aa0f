import { isStorageFailure } from '@site/api/database/failures.ts';
import { type UsageQuery, type UsageSource, usageIn } from '@site/api/usage/counts.ts';
import { countsByVersion, countsOverTime, usagePath } from '@site/api/usage/usageRoute.ts';
import { readBody } from '@site/node/readBody.ts';
import { isOwnMachine } from '@site/releases/signing/audience.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { z } from 'zod';
import { roomLimits } from '../limits.ts';
import type { RoomOptions } from '../RoomOptions.ts';

/** What was counted, or why that isn't known. */
export type Found<Value> =
  | { readonly value: Value }
  | { readonly missing: 'none' }
  | { readonly missing: 'failed'; readonly why: string | undefined };

/**
 * Reads what was counted: from the database, where this program sees it, or else from the process that has it. A release service of its
 * own doesn't see SQLite's file: messages of visitors are in it.
 */
export class UsageReader {
  readonly #options: Pick<RoomOptions, 'settings' | 'site' | 'database'>;

  constructor(options: Pick<RoomOptions, 'settings' | 'site' | 'database'>) {
    this.#options = options;
  }

  /** Reads from whoever knows. Nobody may: the rest of a page is there without it. */
  async find<Value>(read: (source: UsageSource) => Promise<Value>): Promise<Found<Value>> {
    try {
      const source = await this.#source();
      return source ? { value: await read(source) } : { missing: 'none' };
    } catch (error) {
      if (!(error instanceof OperatorError || isStorageFailure(error))) throw error;
      // What others than we say of a database may have its address.
      return { missing: 'failed', why: error instanceof OperatorError ? error.message : undefined };
    }
  }

  async #source(): Promise<UsageSource | undefined> {
    const database = await this.#options.database?.();
    if (database) return usageIn(database);
    const { METRICS_TOKEN: token } = this.#options.settings;
    const origin = await this.#origin();
    return token === undefined || origin === undefined ? undefined : askedOf(origin, token);
  }

  /** The API of the settings, their site, or one of this machine: no other that reports gets the token. */
  async #origin(): Promise<string | undefined> {
    const { API_ORIGIN, SITE_ORIGIN } = this.#options.settings;
    if (API_ORIGIN !== undefined || SITE_ORIGIN !== undefined) return API_ORIGIN ?? SITE_ORIGIN;
    const { origin } = (await this.#options.site()) ?? {};
    return origin !== undefined && isOwnMachine(origin) ? origin : undefined;
  }
}

/** What a process tells that has the database. */
function askedOf(origin: string, token: string): UsageSource {
  const ask = async <Counts>(by: 'time' | 'version', query: UsageQuery, schema: z.ZodType<Counts>): Promise<Counts> => {
    const { period, since, apps } = query;
    const address = `${origin}${usagePath}?${new URLSearchParams({ by, period, since, apps: apps.join() })}`;
    try {
      const headers = { authorization: `Bearer ${token}` };
      const signal = AbortSignal.timeout(roomLimits.usage.answer.time);
      const response = await fetch(address, { headers, redirect: 'manual', signal });
      if (response.status !== 200) throw new Error(`It answers with status ${response.status}.`);
      return schema.parse(JSON.parse(await readBody(response, roomLimits.usage.answer.bytes)));
    } catch (error) {
      const why = error instanceof Error && error.name !== 'ZodError' ? error.message : 'It answers something else.';
      throw new OperatorError(
        'SITE-USAGE',
        `${origin} doesn’t tell what it has counted: ${why} It does with CONTROL_ROOM=on, and the same METRICS_TOKEN as here.`,
        error,
      );
    }
  };
  return {
    overTime: async (query) => (query.apps.length === 0 ? [] : await ask('time', query, countsOverTime)),
    byVersion: async (query) => (query.apps.length === 0 ? [] : await ask('version', query, countsByVersion)),
  };
}

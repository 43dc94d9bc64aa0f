import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../database/schema.ts';

/**
 * Gives the function that hashes visitors' addresses. The key is new every day and the same on all servers; when
 * housekeeping has removed it, nobody can find out any more which address a hash stood for.
 */
export function addressHash(database: Database): (address: string) => Promise<string> {
  let known: { readonly day: string; readonly key: string } | undefined;
  return async (address) => {
    const day = new Date().toISOString().slice(0, 10);
    if (known?.day !== day) known = { day, key: await keyOf(database, day) };
    return createHmac('sha256', known.key).update(address).digest('base64url');
  };
}

async function keyOf(database: Database, day: string): Promise<string> {
  await database
    .insertInto('address_keys')
    .values({ day, key: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute();
  const { key } = await database
    .selectFrom('address_keys')
    .select('key')
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  return key;
}

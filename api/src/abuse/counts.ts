import type { Database } from '../database/schema.ts';

/** How often something was counted in its time window, and in how many milliseconds the window ends. */
export interface Count {
  readonly current: number;
  readonly ttl: number;
}

/** Counts something once more. All servers that share the database count together. */
export async function countUp(database: Database, name: string, timeWindow: number): Promise<Count> {
  const now = new Date().toISOString();
  const end = new Date(Date.now() + timeWindow).toISOString();
  const { count, resets_at } = await database
    .insertInto('rate_counts')
    .values({ name, count: 1, resets_at: end })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ eb, ref }) => ({
        count: eb
          .case()
          .when('rate_counts.resets_at', '<=', now)
          .then(1)
          .else(eb('rate_counts.count', '+', 1))
          .end(),
        resets_at: eb
          .case()
          .when('rate_counts.resets_at', '<=', now)
          .then(end)
          .else(ref('rate_counts.resets_at'))
          .end(),
      })),
    )
    .returning(['count', 'resets_at'])
    .executeTakeFirstOrThrow();
  return { current: count, ttl: Math.max(0, Date.parse(resets_at) - Date.now()) };
}

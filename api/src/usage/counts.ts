import type { Database, UsageCountRow } from '../database/schema.ts';

/** A count to add. */
export type UsageCount = UsageCountRow;

/** The order of the primary key. */
const keyOf = ({ period, app, starts_at, version, measure, class: valueClass }: UsageCount): string =>
  [period, app, starts_at, version, measure, valueClass].join(' ');

/**
 * Adds counts to those of all servers: all of them, or none. Each row may be there once.
 *
 * @param counts as many as `limits.usageAtOnce`
 */
export async function addUsage(database: Database, counts: readonly UsageCount[]): Promise<void> {
  if (counts.length === 0) return;
  // In the same order on all servers: two that lock each other's rows would wait for each other.
  const rows = counts.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  await database
    .insertInto('usage_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['period', 'app', 'starts_at', 'version', 'measure', 'class'])
        .doUpdateSet(({ eb, ref }) => ({ count: eb('usage_counts.count', '+', ref('excluded.count')) })),
    )
    .execute();
}

/** Which counts to read. */
export interface UsageQuery {
  readonly period: UsageCount['period'];
  /** The earliest beginning of a period, ISO 8601, UTC. */
  readonly since: string;
  /** The apps; an empty name is the whole site. */
  readonly apps: readonly string[];
}

/** What was counted in a period. */
export type CountOverTime = Pick<UsageCount, 'starts_at' | 'measure' | 'class' | 'count'>;

/** What was counted of a version; it is empty for what is counted of all. */
export type CountByVersion = Pick<UsageCount, 'app' | 'version' | 'measure' | 'class' | 'count'>;

/** Where counts are read: a database, or the process that has it. */
export interface UsageSource {
  /** In each period, for all these apps together. */
  readonly overTime: (query: UsageQuery) => Promise<readonly CountOverTime[]>;
  /** Since then, by app and version. */
  readonly byVersion: (query: UsageQuery) => Promise<readonly CountByVersion[]>;
}

/** The counts in a database. */
export const usageIn = (database: Database): UsageSource => ({
  overTime: (query) => usageOverTime(database, query),
  byVersion: (query) => usageByVersion(database, query),
});

async function usageOverTime(
  database: Database,
  { period, since, apps }: UsageQuery,
): Promise<readonly CountOverTime[]> {
  if (apps.length === 0) return [];
  const rows = await database
    .selectFrom('usage_counts')
    .select(['starts_at', 'measure', 'class'])
    .select(({ fn }) => fn.sum<string | number>('count').as('count'))
    .where('period', '=', period)
    .where('app', 'in', apps)
    .where('starts_at', '>=', since)
    .where('version', '=', '')
    .groupBy(['starts_at', 'measure', 'class'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

async function usageByVersion(
  database: Database,
  { period, since, apps }: UsageQuery,
): Promise<readonly CountByVersion[]> {
  if (apps.length === 0) return [];
  const rows = await database
    .selectFrom('usage_counts')
    .select(['app', 'version', 'measure', 'class'])
    .select(({ fn }) => fn.sum<string | number>('count').as('count'))
    .where('period', '=', period)
    .where('app', 'in', apps)
    .where('starts_at', '>=', since)
    .groupBy(['app', 'version', 'measure', 'class'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

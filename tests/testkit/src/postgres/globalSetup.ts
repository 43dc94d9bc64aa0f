import { startPostgres } from './startPostgres.ts';

/**
 * Provides one PostgreSQL server for a run: that of `TEST_DATABASE_URL`, whose user must be allowed to create databases, or
 * a new one. If none can be started, the tests on PostgreSQL are skipped; in CI the run fails.
 */
export default async function providePostgres(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined;
  try {
    const { url, stop } = await startPostgres();
    process.env.TEST_DATABASE_URL = url;
    return stop;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = 'Set TEST_DATABASE_URL to a server whose user may create databases.';
    if (process.env.CI) throw new Error(`The tests need PostgreSQL: ${reason}. ${advice}`);
    process.stderr.write(`Tests on PostgreSQL are skipped, since it can’t be started here: ${reason}. ${advice}\n`);
    return undefined;
  }
}

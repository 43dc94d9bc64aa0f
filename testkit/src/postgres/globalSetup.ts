import { startPostgres } from './startPostgres.ts';

/**
 * Gives the tests of a run one PostgreSQL server: that of `TEST_DATABASE_URL`, whose user must be allowed to make databases,
 * or one of their own. Where none can be had, its tests are skipped, but never in CI.
 */
export default async function provide(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined;
  try {
    const { url, stop } = await startPostgres();
    process.env.TEST_DATABASE_URL = url;
    return stop;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = 'Set TEST_DATABASE_URL to a server whose user may make databases.';
    if (process.env.CI) throw new Error(`The tests need PostgreSQL: ${reason}. ${advice}`);
    process.stderr.write(`PostgreSQL is skipped, since none can be had here: ${reason}. ${advice}\n`);
    return undefined;
  }
}

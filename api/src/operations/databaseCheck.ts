import type { Database } from '../database/schema.ts';
import type { Check } from './probes.ts';

/** Whether the database answers. */
export const databaseCheck =
  (database: Database): Check =>
  async () => {
    try {
      await database.selectFrom('revisions').select('topic').limit(1).execute();
      return undefined;
    } catch {
      return 'The database can’t be read.';
    }
  };

import type { Check } from '@site/http/probes.ts';
import type { Database } from '../database/schema.ts';

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

/** `npm run backup -- FILE`: copies the SQLite database into a file while the site runs. */

import { explain } from '@site/http/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { backUpSqlite } from '../database/backup.ts';
import { readProcessSettings } from '../settings.ts';

try {
  const { DATA_DIR, DATABASE_URL } = process.env;
  const settings = readProcessSettings({ DATA_DIR, DATABASE_URL });
  if (settings.DATABASE_URL)
    throw new OperatorError('BACKUP-POSTGRES', 'The database is PostgreSQL: use pg_dump, see docs/deploy.md.');
  const [file, ...others] = process.argv.slice(2);
  if (!file || others.length > 0 || file.startsWith('-'))
    throw new OperatorError('BACKUP-USAGE', 'Wanted: npm run backup -- FILE');
  const { messages, news } = await backUpSqlite(settings.DATA_DIR, file);
  console.log(`${file} has ${messages} messages and ${news} news.`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

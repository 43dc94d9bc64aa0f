/** `npm run backup -- FILE`: copies the embedded database into a file, while the site runs. */

import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { BackupError } from '../database/sqlite/BackupError.ts';
import { backUp } from '../database/sqlite/backup.ts';
import { readEnvironment } from '../environment.ts';

try {
  const { DATA_DIR, DATABASE_URL } = process.env;
  const place = readEnvironment({ DATA_DIR, DATABASE_URL });
  if (place.DATABASE_URL)
    throw new BackupError('BACKUP-POSTGRES The database is PostgreSQL: use pg_dump, see docs/deploy.md.');
  const [file, ...others] = process.argv.slice(2);
  if (!file || others.length > 0 || file.startsWith('-'))
    throw new BackupError('BACKUP-USAGE Wanted: npm run backup -- FILE');
  const { messages, news } = await backUp(place.DATA_DIR, file);
  console.log(`${file} has ${messages} messages and ${news} news.`);
} catch (error) {
  if (!(error instanceof BackupError || error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** `npm run bench -- feeds FOLDER`: imports every file of a folder as a feed would be, one by one, and prints what goes wrong. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { openTestDatabase } from '@site/testkit/api/testDatabase.ts';
import { feedsReport } from './feedsReport.ts';
import { type Outcome, takeFeed } from './takeFeed.ts';

const { positionals } = parseArgs({ args: process.argv.slice(3), allowPositionals: true });
const [folder] = positionals;
if (folder === undefined)
  throw new OperatorError('TEST-USAGE', 'Name a folder of feeds: npm run bench -- feeds FOLDER');

const entries = await readdir(folder, { recursive: true, withFileTypes: true });
const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
const place = await openTestDatabase('SQLite');
try {
  const outcomes: Outcome[] = [];
  for (const file of files.toSorted()) outcomes.push(await takeFeed(place.database, file));
  console.log(feedsReport(outcomes));
} finally {
  await place.close();
}

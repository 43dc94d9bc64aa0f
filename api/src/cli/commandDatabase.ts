import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { sqliteFile } from '../database/sqlite.ts';
import { databasePlace } from '../databaseAddress.ts';
import { type ProcessSettings, readProcessSettings } from '../settings.ts';
import { printError } from './print.ts';

/** The settings that say where the database is. */
type DatabaseSettings = Pick<ProcessSettings, 'DATA_DIR' | 'DATABASE_URL' | 'SAMPLE_NEWS'>;

/**
 * The database that a command works on. It is named on standard error: nothing else would show that it is the wrong one.
 *
 * @param mayBeNew whether the command may make a SQLite database in a folder that the settings name
 * @throws {OperatorError} `SITE-DATABASE` when no setting names an existing database
 */
export function commandDatabase(
  { DATA_DIR, DATABASE_URL, SAMPLE_NEWS, NODE_ENV }: NodeJS.ProcessEnv,
  mayBeNew: boolean,
): DatabaseSettings {
  const settings = readProcessSettings({ DATA_DIR, DATABASE_URL, SAMPLE_NEWS });
  const file = resolve(sqliteFile(settings.DATA_DIR));
  const isThere = existsSync(file);
  if (!settings.DATABASE_URL && !DATA_DIR && (!isThere || NODE_ENV === 'production'))
    throw new OperatorError(
      'SITE-DATABASE',
      `Which database? Neither DATABASE_URL nor DATA_DIR is set${isThere ? '' : `, and there is no ${file}`}. On a server give its settings: DATA_DIR=/var/lib/site, or --env-file /etc/site.env. To try the site, run “npm start” first.`,
    );
  if (!settings.DATABASE_URL && !isThere && !mayBeNew)
    throw new OperatorError('SITE-DATABASE', `There is no database ${file}. Give the DATA_DIR of the site or its API.`);
  printError(
    `Database: ${settings.DATABASE_URL ? postgresText(settings.DATABASE_URL) : `SQLite, ${file}${isThere ? '' : ' (a new one)'}`}`,
  );
  return settings;
}

function postgresText(address: string): string {
  const { user, place } = databasePlace(address);
  return `PostgreSQL, ${user && `${user}@`}${place}`;
}

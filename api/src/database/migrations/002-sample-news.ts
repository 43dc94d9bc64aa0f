import type { Migration } from 'kysely/migration';
import { sampleNews } from '../../sample/news.ts';

/** A new site has something to read. As a migration it happens once: samples that the owner removes stay away. */
export const sampleNewsMigration: Migration = {
  async up(database) {
    await database.insertInto('news').values(sampleNews).execute();
  },
};

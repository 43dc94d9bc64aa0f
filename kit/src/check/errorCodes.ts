import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/bundles/folders.ts';
import type { Check } from './Check.ts';
import { textsOf } from './catalogues/texts.ts';
import { isForTests, readFiles } from './sources/files.ts';

const page = 'docs/errors.md';

/** How codes begin. Those of the database stand in a type, without a common beginning. */
const codePattern = /(?<![\w-])(?:SITE|RELEASE|BUILD|RENDER|BROWSER|NEWS|BACKUP|TEST)-[A-Z]+(?:-[A-Z]+)*(?![\w-])/g;
const databasePattern = /(?<=^ {2}\| ')[A-Z_]+(?=')/gm;
const databaseCodes = 'api/src/database/failures.ts';
const apiErrors = 'api/src/errors/en.json';

/** Every code that an error may carry is explained in docs/errors.md, and nothing else is. */
export const errorCodes: Check = {
  name: 'errors',
  run: async () => {
    const sources = readFiles('{shared,releases,http,api,shell,remotes,server,kit,testkit}/**/*.{ts,tsx,mjs,cjs}');
    const used = new Set([
      ...[...sources].flatMap(([path, text]) => (isForTests(path) ? [] : (text.match(codePattern) ?? []))),
      ...(sources.get(databaseCodes)?.match(databasePattern) ?? []),
      ...textsOf(apiErrors, readFileSync(join(root, apiErrors), 'utf8')).keys(),
    ]);
    const explained = new Set(readFileSync(join(root, page), 'utf8').match(/(?<=^\| `)[\w-]+(?=`)/gm));
    return [
      ...[...used.difference(explained)].map((code) => `${page}: explain ${code}`),
      ...[...explained.difference(used)].map((code) => `${page}: ${code} is not used any more`),
    ];
  },
};

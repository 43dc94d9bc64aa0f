import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import apiErrors from '../../api/src/errors/en.json' with { type: 'json' };
import { root } from '../bundles/folders.ts';
import type { Check } from './Check.ts';
import { isForTests, readFiles } from './sources/files.ts';

const page = 'docs/errors.md';

/** How codes begin. Those of the database stand in a type, without a common beginning. */
const codePattern = /(?<![\w-])(?:SITE|RELEASE|BUILD|RENDER|NEWS|BACKUP|TEST)-[A-Z]+(?:-[A-Z]+)*(?![\w-])/g;
const databasePattern = /(?<=^ {2}\| ')[A-Z_]+(?=')/gm;
const databaseCodes = 'api/src/database/DatabaseOpenError.ts';

/** Every code that an error may carry is explained in docs/errors.md, and nothing else is. */
export const errorCodes: Check = {
  name: 'errors',
  run: async () => {
    const sources = readFiles('{shell,remotes,shared,api,releases,tools}/**/*.{ts,tsx,mjs,cjs}');
    const used = new Set([
      ...[...sources].flatMap(([path, text]) => (isForTests(path) ? [] : (text.match(codePattern) ?? []))),
      ...(sources.get(databaseCodes)?.match(databasePattern) ?? []),
      ...Object.keys(apiErrors),
    ]);
    const explained = new Set(readFileSync(join(root, page), 'utf8').match(/(?<=^\| `)[\w-]+(?=`)/gm));
    return [
      ...[...used.difference(explained)].map((code) => `${page}: explain ${code}`),
      ...[...explained.difference(used)].map((code) => `${page}: ${code} is not used any more`),
    ];
  },
};

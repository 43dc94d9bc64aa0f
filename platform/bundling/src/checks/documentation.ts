import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fallbackLanguage } from '@site/shared/i18n/languages.ts';
import { siteTexts } from '@site/shared/i18n/siteTexts.ts';
import { root } from '../project.ts';
import type { Check } from './Check.ts';
import { type Files, isForTests, readFiles } from './sources.ts';

const errorsPage = 'docs/errors.md';

/** Most codes begin with one of these words. Those of the database are in one file. */
const codePattern =
  /(?<![\w-])(?:SITE|RELEASE|BUILD|RENDER|BROWSER|NEWS|BACKUP|MOVE|TEST|UPGRADE|VERSION)-[A-Z]+(?:-[A-Z]+)*(?![\w-])/g;
const databasePattern = /(?<=')(?:DATA|DATABASE|DISK)_[A-Z_]+(?=')/g;
const databaseCodes = 'api/src/database/failures.ts';

/** docs/errors.md explains exactly the codes that errors have. */
export const errorCodes: Check = {
  name: 'errors',
  run: async () => {
    const sources = readFiles('{shared,api,shell,remotes,tests/testkit,platform}/**/*.{ts,tsx,mjs,cjs}');
    const used = new Set([
      ...[...sources].flatMap(([path, text]) => (isForTests(path) ? [] : (text.match(codePattern) ?? []))),
      ...(sources.get(databaseCodes)?.match(databasePattern) ?? []),
      ...Object.keys(siteTexts('errors')[fallbackLanguage]),
    ]);
    const rows = readFileSync(join(root, errorsPage), 'utf8').match(/^\|(?: `[\w-]+`,?)+(?= \|)/gm) ?? [];
    const explained = new Set(rows.flatMap((row) => row.match(/[\w-]+/g) ?? []));
    return [
      ...[...used.difference(explained)].map((code) => `${errorsPage}: explain ${code}`),
      ...[...explained.difference(used)].map((code) => `${errorsPage}: ${code} is not used any more`),
    ];
  },
};

const linkPattern = /\]\((?!https?:)([^)\s]+)\)/g;
const headingPattern = /^#+ (.+)$/gm;

/** A page or a file of docs/ that code, a setting or a message names. */
const mentionPattern = /(?<![\w/])docs\/[\w@/-]*\w(?:\.\w+)*/g;

const mergeMarkPattern = /^(?:<{7}|>{7}) .*$/gm;

/**
 * Links in the documentation to files, folders and headings lead somewhere, and so do mentions of docs/ in code. No page shows
 * both sides of a merge: in code, the compiler finds them.
 */
export const links: Check = {
  name: 'links',
  run: async () => {
    const pages = readFiles('*.md', 'docs/**/*.md');
    const code = readFiles('{api,platform,remotes,shared,shell,tests}/**/*.{ts,tsx,mjs,css}', '*.ts', '.env.example');
    return [
      ...[...pages].flatMap(([page, text]) =>
        [...text.matchAll(linkPattern)].flatMap(([, link = '']) =>
          leadsSomewhere(page, link, pages) ? [] : [`${page}: "${link}" leads nowhere`],
        ),
      ),
      ...[...pages].flatMap(([page, text]) =>
        (text.match(mergeMarkPattern) ?? []).map((mark) => `${page}: "${mark}" is left from a merge`),
      ),
      ...[...code].flatMap(([file, text]) =>
        (text.match(mentionPattern) ?? []).flatMap((path) =>
          existsSync(join(root, path)) ? [] : [`${file}: ${path} is not there`],
        ),
      ),
    ];
  },
};

function leadsSomewhere(page: string, link: string, pages: Files): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : posix.join(posix.dirname(page), path);
  if (!existsSync(posix.join(root, target))) return false;
  return heading === undefined || headingsOf(pages.get(target) ?? '').includes(heading);
}

/** The anchors of a page's headings. */
const headingsOf = (text: string): readonly string[] =>
  [...text.matchAll(headingPattern)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

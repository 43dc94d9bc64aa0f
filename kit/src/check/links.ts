import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { root } from '../build/bundles/folders.ts';
import type { Check } from './Check.ts';
import { type Files, readFiles } from './sources/files.ts';

const linkPattern = /\]\((?!https?:)([^)\s]+)\)/g;
const headingPattern = /^#+ (.+)$/gm;

/** Every link of a page of the documentation to a file, a folder or a heading leads somewhere. */
export const links: Check = {
  name: 'links',
  run: async () => {
    const pages = readFiles('*.md', 'docs/**/*.md');
    return [...pages].flatMap(([page, text]) =>
      [...text.matchAll(linkPattern)].flatMap(([, link = '']) =>
        leadsSomewhere(page, link, pages) ? [] : [`${page}: "${link}" leads nowhere`],
      ),
    );
  },
};

function leadsSomewhere(page: string, link: string, pages: Files): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : posix.join(posix.dirname(page), path);
  if (!existsSync(posix.join(root, target))) return false;
  return heading === undefined || headingsOf(pages.get(target) ?? '').includes(heading);
}

/** The headings of a page as links name them. */
const headingsOf = (text: string): readonly string[] =>
  [...text.matchAll(headingPattern)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { expect, test } from '@rstest/core';
import { root } from '@site/bundling/project.ts';

/** What newcomers ask, the words of the links that they click, and the answer that they must find there. */
const questions: readonly (readonly [question: string, clicks: readonly string[], answer: string])[] = [
  ['How do I change a text?', ['docs/owner.md'], 'npx site publish marketing --promote'],
  ['How do I release from my own repository?', ['a repository of its own'], 'npx site publish'],
  ['How do I undo a release?', ['A team’s day', 'roll back'], 'npx site rollback blog'],
  ['How do I put it on a server?', ['Running the site', 'One server'], 'docs/deploy/setup.sh https://'],
  ['How do I update a server without losing a visitor?', ['Running the site', 'Updates'], 'upgrade --check'],
  ['How do I back up the messages?', ['copies the database'], 'To restore it:'],
  ['A visitor wants their data deleted: how?', ['The owner’s page', 'requests of visitors'], 'messages erase'],
  ['Who may release what?', ['keys'], '`apps`'],
  ['What does RELEASE-SITE mean?', ['Errors', 'keys and signatures'], '`RELEASE-SITE`'],
  ['How do I run one test?', ['docs/testing.md'], 'npx playwright test -g'],
  ['How do I add a language?', ['Contributing', 'languages.md'], 'npm run check'],
  ['How do I add a page?', ['where pages are'], 'paths: {'],
  ['How do I add a field to the contact form?', ['fields.ts'], 'add a line here'],
  ['How do I release a remote?', ['publish'], 'npx site publish blog'],
  ['How do I restore a backup?', ['backups'], 'To restore it:'],
  ['How many servers do I need?', ['docs/scale.md'], 'first bottleneck'],
  ['How do I replace the placeholders?', ['before going live'], 'npm run check -- owner'],
  ['Why is my page 404 or 503?', ['404 or 503'], 'npx site list'],
  ['Why do scripts start so late?', ['decisions', 'The first view'], 'Scripts start after the first paint'],
];

/** What a newcomer reads: a page, or the section that a link leads to. */
interface Excerpt {
  readonly page: string;
  readonly text: string;
}

/** Headings have typographic apostrophes in some pages and plain ones in others: readers see no difference. */
const plain = (words: string) => words.replaceAll('’', "'").toLowerCase();

/** Clicks the link that has these words. */
async function click({ page, text }: Excerpt, words: string): Promise<Excerpt> {
  const links = [...text.matchAll(/\[([^\]]*)\]\((?!https?:)([^)]+)\)/g)];
  const [, , target] = links.find(([, label = '']) => plain(label).includes(plain(words))) ?? [];
  if (!target) throw new Error(`${page} has no link with the words “${words}”.`);
  const [path = '', anchor] = target.split('#');
  const next = path ? posix.join(posix.dirname(page), path) : page;
  const whole = await readFile(join(root, next), 'utf8');
  return { page: next, text: anchor === undefined ? whole : sectionOf(whole, anchor) };
}

/** The text from the heading with this anchor to the next heading of the same or a higher level. */
function sectionOf(text: string, anchor: string): string {
  const withoutCode = text.replace(/^```.*?^```$/gms, (code) => ' '.repeat(code.length));
  const headings = [...withoutCode.matchAll(/^(#+) (.+)$/gm)];
  const at = headings.findIndex(([, , title = '']) => anchorOf(title) === anchor);
  const [, level = ''] = headings[at] ?? [];
  const end = headings.slice(at + 1).find(([, other = '']) => other.length <= level.length);
  return at < 0 ? '' : text.slice(headings[at]?.index, end?.index);
}

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- ]/gu, '')
    .replaceAll(' ', '-');

/** Short enough to read from start to end. */
const mostWords = 1000;

test.each(questions)(
  'a newcomer who asks “%s” reads the answer two clicks from the README',
  async (_, clicks, answer) => {
    expect(clicks.length).toBeLessThanOrEqual(2);
    let place: Excerpt = { page: 'README.md', text: await readFile(join(root, 'README.md'), 'utf8') };
    for (const words of clicks) place = await click(place, words);
    expect(place.text).toContain(answer);
    expect(place.text.split(/\s+/).length, `words of ${place.page}`).toBeLessThan(mostWords);
  },
);

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { fingerprint } from './fingerprint.ts';
import { apps, root } from './project.ts';

const parts = [
  'shell',
  'remotes',
  'shared',
  'platform/releases/src',
  'platform/renderer/src',
  'platform/server/src',
  'api/src',
  'platform/bundling/src',
  'package-lock.json',
];

/** What `site types` writes. */
const declarations = 'remotes/blog/src/site.d.ts';

let project: string;
let before: Readonly<Record<string, string>>;

const versions = () => Object.fromEntries(apps.map((app) => [app, fingerprint(app, '', project)]));

/** The apps whose version changes with a file. The change is reverted afterwards. */
async function changedBy(file: string, change: (content: string) => string): Promise<readonly string[]> {
  const path = join(project, file);
  const original = await readFile(path, 'utf8');
  const changed = change(original);
  if (changed === original) throw new Error(`${file} is as it was.`);
  await writeFile(path, changed);
  const after = versions();
  await writeFile(path, original);
  return apps.filter((app) => after[app] !== before[app]);
}

const withLine = (content: string) => `${content}\n// A line.\n`;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'site-fingerprint-'));
  const filter = (path: string) => !path.includes('node_modules');
  for (const part of parts) await cp(join(root, part), join(project, part), { recursive: true, filter });
  await writeFile(join(project, declarations), '');
  before = versions();
});

afterAll(() => rm(project, { recursive: true }));

/** package-lock.json with another version of a package. */
const updated = (name: string) => (lock: string) => {
  const content = JSON.parse(lock);
  content.packages[`node_modules/${name}`].version += '-next';
  return JSON.stringify(content);
};

const siteCatalogue = 'shared/company/locales/fr.json';

const replaced = (start: string) => (text: string) => text.replace(start, `${start}X`);

test.each([
  ['a limit of the server', 'platform/server/src/limits.ts', withLine, []],
  ['the API', 'api/src/service.ts', withLine, []],
  ['a package of the API', 'package-lock.json', updated('nodemailer'), []],
  ['a test of the blog', 'remotes/blog/src/pages/list/ListPage.test.tsx', withLine, []],
  ['what other teams offer', declarations, withLine, []],
  ['other line endings', 'remotes/blog/src/remote.ts', (text: string) => text.replaceAll('\n', '\r\n'), []],
  ['a text of the blog', 'remotes/blog/locales/fr.json', (text: string) => text.replace('"lead"', '"leed"'), ['blog']],
  ['what the contact form bundles of shared code', 'shared/contract/limits.ts', withLine, ['shell', 'contact']],
  [
    'a title of the blog',
    'remotes/blog/locales/es.json',
    (text: string) => text.replace('"routes"', '"ways"'),
    ['blog'],
  ],
  ['a text of the shell', siteCatalogue, replaced('"goToTop": "'), ['shell']],
  ['a text of the contact form’s fields', siteCatalogue, replaced('"emailFormat": "'), ['contact']],
  ['a text of the API', siteCatalogue, replaced('"invalid_request": "'), []],
  ['a path of the contact page', 'remotes/contact/src/remote.ts', withLine, ['contact']],
  ['the route policy', 'shared/company/policy.json', (text: string) => text.replace('"own-name"', '"none"'), []],
  ['how tables are composed', 'shared/routes/composeTable.ts', withLine, []],
  ['how paths are matched', 'shared/routes/path.ts', withLine, ['shell']],
  ['a package of the shell', 'package-lock.json', updated('i18next'), ['shell']],
  ['a package that is bundled by a package of the shell', 'package-lock.json', updated('react-router'), ['shell']],
  ['how remotes are bundled', 'platform/bundling/src/bundles/remote.ts', withLine, apps],
  ['the bundler', 'package-lock.json', updated('@rspack/core'), apps],
  ['how photographs are encoded', 'platform/bundling/src/pictures/encodePicture.ts', withLine, apps],
  ['the encoders', 'package-lock.json', updated('sharp'), apps],
  ['the icons that remotes bundle', 'package-lock.json', updated('lucide-react'), apps],
])('%s: exactly the apps that contain it get another version', async (_, file, change, expected) => {
  expect(await changedBy(file, change)).toEqual(expected);
});

test('a photograph that looks the same but isn’t changes the version of its remote', async () => {
  const photo = join(project, 'remotes/blog/src/photo.jpg');
  await writeFile(photo, Uint8Array.of(255, 216, 13, 10));
  const first = versions();
  await writeFile(photo, Uint8Array.of(255, 216, 10));
  const second = versions();
  await rm(photo);
  expect(apps.filter((app) => first[app] !== second[app])).toEqual(['blog']);
});

test('a new remote doesn’t change the versions of the shell and other remotes', async () => {
  await cp(join(project, 'remotes/blog'), join(project, 'remotes/events'), { recursive: true });
  const after = versions();
  for (const app of apps) expect(after[app], app).toBe(before[app]);
});

test('files at another origin have another version', () => {
  expect(fingerprint('blog', 'https://releases.example.com', project)).not.toBe(before.blog);
});

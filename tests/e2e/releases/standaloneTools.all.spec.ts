import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { ForgeApi } from '@site/testkit/site/ForgeApi.ts';
import { firstTeam } from '@site/testkit/site/firstTeam.ts';
import { ask } from '@site/testkit/site/http.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { hostSite, type RunningSite } from '@site/testkit/site/servers.ts';
import type { Team } from '@site/testkit/site/Team.ts';
import { expect, test } from '../support/serverTest.ts';

test.describe.configure({ mode: 'serial', timeout: 900_000 });

let team: Team;
let store: ReleaseStore;
let site: RunningSite;
/** Settings of the site: whose releases it accepts. */
let keys: Readonly<Record<string, string>>;

test.beforeAll(async () => {
  test.setTimeout(900_000);
  [team, store] = await Promise.all([(await firstTeam()).clone(), ReleaseStore.create()]);
  keys = await team.admitTo(store.folder);
  site = await hostSite({ releases: store.folder, environment: keys });
});

test.afterAll(async () => {
  await site.stop();
  await Promise.all([team.leave(), store.remove()]);
});

const published = async () => JSON.parse((await team.release(site.origin, 'publish', '--json')).trim());

test('a link to a page of its own without the parameter doesn’t pass the checks', async () => {
  await team.change('src/remote.ts', (text) =>
    text.replace(
      "places: ['menu'] },",
      "places: ['menu'] },\n    event: { source: './src/pages/events/page.ts', paths: 'events/:id' },",
    ),
  );
  const links = [
    '<PageLink page="event">{t(\'page.title\')}</PageLink>',
    "<PageLink page=\"event\" params={{ id: '1' }}>{t('page.title')}</PageLink>",
  ];
  await team.change('src/pages/events/EventsPage.tsx', (code) =>
    code
      .replace('<Section first>', ['<Section first>', ...links].join('\n'))
      .replace('PageHeader,', 'PageHeader, PageLink,'),
  );
  const { code, output } = await team.attempt(site.origin, 'check', 'types');
  expect(code).toBe(1);
  expect(output.match(/EventsPage\.tsx\S* - error|EventsPage\.tsx\S*: error/g), output).toHaveLength(1);
  expect(output).toContain('params');
  await team.run('git', 'checkout', '--quiet', '.');
});

test('the doctor says what the site provides, what it lacks, what expires, and that a site doesn’t answer', async () => {
  await team.change('package.json', (text) =>
    text.replace('"remote": "events"', `"remote": "events", "address": "${site.origin}"`),
  );
  const well = await team.attempt(site.origin, 'doctor');
  expect(well).toMatchObject({ code: 0, output: expect.stringContaining('All is well.') });
  expect(well.output).toMatch(/shell@\w+ provides contract 1, .*@site\/shared 1\.2\.0/);
  expect(well.output).toMatch(/shell@\w+, signed for http:\/\/\S+: until \S+, 36\d days/);
  expect(well.output).toContain('your key is events: it signs releases and pointers of events');
  expect(well.output).toContain('what is live has all that it uses of others');
  const types = await team.attempt(site.origin, 'types');
  expect(types).toMatchObject({ code: 0, output: expect.stringContaining('src/site.d.ts isn’t needed') });

  const { code, output } = await team.attempt(await nowhere(), 'doctor');
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('RELEASE-STORE-REFUSED') });
});

/** An address where nobody listens. */
async function nowhere(): Promise<string> {
  const forge = await ForgeApi.start('');
  const { origin } = forge;
  await forge.stop();
  return origin;
}

/** The commands of a step in the CI file for GitHub. */
function stepOf(file: string, name: string): string {
  const [, block = ''] = file.split(`- name: ${name}\n        run: |\n`);
  return block.slice(0, block.search(/^ {0,8}\S/m)).replace(/^ {10}/gm, '');
}

/** The commands of a job in the CI file for GitLab. */
function jobOf(file: string, name: string): string {
  const [, job = ''] = file.split(new RegExp(`^${name}:\n`, 'm'));
  const [, script = ''] = job.split('  script:\n');
  const lines = script
    .slice(0, script.search(/^(?! {4}- )/m))
    .trimEnd()
    .split('\n');
  return lines.map((line) => line.replace(/^ {4}- /, '').replace(/^'(.*)'$/, '$1')).join('\n');
}

test('a pull request gets a comment with a preview link, sizes and what changes in three languages; the next push changes it', async () => {
  const ci = await readFile(join(team.repository, '.github/workflows/ci.yml'), 'utf8');
  const forge = await ForgeApi.start('secret');
  const environment = {
    GITHUB_API_URL: forge.origin,
    GITHUB_REPOSITORY: 'team/events',
    GITHUB_TOKEN: 'secret',
    NUMBER: '7',
  };
  const push = async () => {
    await team.runScript(site.origin, stepOf(ci, 'Publish and compare'), {});
    await team.runScript(site.origin, stepOf(ci, 'Comment'), environment);
  };
  await push();
  expect(forge.comments).toHaveLength(1);
  const [comment = ''] = forge.comments;
  const [, link = ''] = /\[Look at events@\w+\]\((\S+)\)/.exec(comment) ?? [];
  expect((await ask(site, link.slice(site.origin.length))).status).toBe(200);
  expect(comment).toMatch(/events@\w+ asks for:\n.* {2}page events: \/en\/events, .*\n {2}navigation: menu: events/s);
  expect(comment).toMatch(/\| events \| new \| – \| \d+\.\d kB \|/);
  expect((await ask(site, '/en/events')).status, 'nothing is live').toBe(404);

  await team.release(site.origin, 'publish', '--promote');
  await team.change('locales/fr.json', (text) => text.replaceAll('Une nouvelle pièce', 'Une pièce neuve'));
  await push();
  expect(forge.comments, 'the same comment').toHaveLength(1);
  expect(forge.comments[0], 'nothing more than the live version').not.toContain('asks for');
  expect(forge.comments[0]).toMatch(/\| events \| same \(en, es\), changed \(fr\) \| \d+\.\d kB \| \d+\.\d kB \|/);
  expect(forge.comments[0]).toMatch(/```diff\n@@ events, fr @@\n- .*Une nouvelle pièce.*\n\+ .*Une pièce neuve/);
  await forge.stop();
});

test('a merge request on GitLab gets the same comment', async () => {
  const ci = await readFile(join(team.repository, '.gitlab-ci.yml'), 'utf8');
  const forge = await ForgeApi.start('secret');
  const environment = {
    CI_API_V4_URL: forge.origin,
    CI_PROJECT_ID: '1',
    CI_MERGE_REQUEST_IID: '7',
    GITLAB_TOKEN: 'secret',
  };
  const job = jobOf(ci, 'preview');
  await team.runScript(site.origin, job, environment);
  await test.step('at the next push', async () => {
    const toComment = job.split('\n').filter((line) => !line.includes('npx site'));
    await team.runScript(site.origin, toComment.join('\n'), environment);
  });
  expect(forge.comments).toHaveLength(1);
  expect(forge.comments[0]).toMatch(/Look at events@\w+/);
  await forge.stop();
});

test('once the owner has agreed to what is live, a version that asks for more waits for another yes; then its page that has moved is found at the old address', async () => {
  const { TRUSTED_KEYS = '' } = keys;
  const owner = { TRUSTED_KEYS, RELEASE_KEY: join(dirname(TRUSTED_KEYS), 'local.key') };
  const agreed = await store.run(['policy', '--agree', `events@${await store.live('events')}`], owner);
  expect(agreed.stdout).toMatch(/Agreed with events: .*\+\/en\/events/);
  await team.change('src/remote.ts', (code) =>
    code.replace("['menu']", "['menu', 'footer']").replace("paths: 'events'", "paths: 'events/visit', was: ['events']"),
  );
  expect((await ask(site, '/en/events')).status).toBe(200);
  const said = await team.release(site.origin, 'publish');
  expect(said).toMatch(
    /asks for, beyond events@\w+:\n(?: {2}.*\n)* {2}navigation: footer: events\n {2}words there: footer: events \(en: .*\)\nBefore it goes live/,
  );
  const [, version = ''] = /events@(\w+) is published/.exec(said) ?? [];
  const waiting = await team.attempt(site.origin, 'promote', version);
  expect(waiting.code).toBe(1);
  const [, remedy = ''] = /RELEASE-AGREE .*: npx site (policy .*)/.exec(waiting.output) ?? [];
  expect((await store.run(remedy.split(' '), owner)).stdout).toContain('+footer: events');
  expect(await team.release(site.origin, 'promote', version)).toContain('is live');
  await expect.poll(async () => (await ask(site, '/en/events?a=1')).status).toBe(301);
  const moved = await ask(site, '/en/events?a=1');
  expect(moved.headers.get('location')).toBe('/en/events/visit?a=1');
  expect((await ask(site, '/en/events/visit')).status).toBe(200);
});

test('the main branch goes live for a share of visitors, and a second version waits for the first', async () => {
  const change = (from: string, to: string) => team.change('locales/fr.json', (text) => text.replaceAll(from, to));
  const live = jobOf(await readFile(join(team.repository, '.gitlab-ci.yml'), 'utf8'), 'live').replace(' --watch', '');
  await change('Une pièce neuve', 'Une pièce vide');
  const said = await team.runScript(site.origin, live, {});
  expect(said).toContain('10 % of visitors get events@');
  await change('Une pièce vide', 'Une pièce à meubler');
  const second = await team.attempt(site.origin, 'publish', '--share', '10%');
  expect(second).toMatchObject({
    code: 1,
    output: expect.stringContaining('RELEASE-ROLLOUT 10 % of visitors get events@'),
  });
});

test('a removed experiment is gone, and so is its preview', async () => {
  const { version, link } = await published();
  const shown = async () => (await ask(site, link.slice(site.origin.length))).status;
  expect(await shown()).toBe(200);
  expect(await team.release(site.origin, 'forget', version)).toContain(`events@${version} is removed.`);
  expect(await new FolderStore(store.folder).has('events', version)).toBe(false);
  await expect.poll(shown).toBe(404);
  const live = await store.live('events');
  const refused = await team.attempt(site.origin, 'forget', live);
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(`RELEASE-IN-USE events@${live} is live`) });
});

test('what is wrong is one line with a code and the documented exit code', async () => {
  const address = await nowhere();
  const lineOf = async (code: number, ...parameters: string[]) => {
    const ended = await team.attempt(address, ...parameters);
    expect(ended, parameters.join(' ')).toMatchObject({ code });
    const lines = ended.output
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('Store: '));
    expect(lines, parameters.join(' ')).toHaveLength(1);
    expect(lines[0]).toMatch(/^[A-Z]+-[A-Z-]+ /);
    expect(lines[0]).not.toMatch(/npm (?:run|start)/);
    return lines[0];
  };
  expect(await lineOf(2, 'nonsense')).toContain('SITE-USAGE');
  expect(await lineOf(2, 'promote')).toContain('RELEASE-USAGE');
  expect(await lineOf(1, 'list')).toContain('RELEASE-STORE-REFUSED');
  expect(await lineOf(1, 'dev', '--site', address)).toContain('SITE-UNREACHABLE');
  expect(await lineOf(2, 'dev', '--site', 'nowhere')).toContain('npx site dev --help');
  expect(await lineOf(2, 'publish', '--watch')).toContain('--share');
  expect(await lineOf(2, 'list', '--to', 'releases')).toContain('RELEASE-USAGE');
  const built = async (path: string, change: (text: string) => string) => {
    const before = await readFile(join(team.repository, path), 'utf8');
    await team.write(path, change(before));
    const line = await lineOf(1, 'build');
    await team.write(path, before);
    return line;
  };
  expect(await built('locales/fr.json', (text) => `\uFEFF${text}`)).toContain(
    'locales/fr.json:1: it begins with a byte',
  );
  expect(await built('src/remote.ts', (code) => code.replace(/paths: '[^']+'/, "paths: 'Événements'"))).toContain(
    'the page "events" can’t be at "Événements"',
  );
  expect(await built('src/remote.ts', (code) => code.replace("name: 'events'", "name: 'others'"))).toContain(
    'with the name "events", which is the one in package.json',
  );
  const { port } = new URL(site.origin);
  const busy = await team.runScript(
    site.origin,
    `PORT=${port} node_modules/.bin/site dev --site ${site.origin} 2>&1 || true`,
    {},
  );
  expect(busy.trim()).toMatch(/^SITE-PORT .*EADDRINUSE.*$/);
  expect((await team.attempt(site.origin, '--version')).output.trim()).toBe('1.2.0');
});

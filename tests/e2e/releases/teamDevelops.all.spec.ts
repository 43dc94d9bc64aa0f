import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { firstTeam } from '@site/testkit/site/firstTeam.ts';
import { ask } from '@site/testkit/site/http.ts';
import { type Program, readyOrigin, stopProgram } from '@site/testkit/site/program.ts';
import type { Team } from '@site/testkit/site/Team.ts';
import sharp from 'sharp';
import { test as base, expect as baseExpect } from '../support/serverTest.ts';

/** `site dev` in the team's repository. */
interface Development {
  readonly origin: string;
  readonly program: Program;
}

interface DevelopmentFixtures {
  /** The team's own server, whose sources are restored at the end of the test. */
  readonly development: Development;
  /** Starts another one, which is stopped at the end of the test. */
  readonly develop: (options?: readonly string[], environment?: Record<string, string>) => Promise<Development>;
  /** Restores the sources. */
  readonly restore: () => Promise<void>;
}

/** A test of a team that develops. All share a repository and a server, because these are expensive. */
const test = base.extend<DevelopmentFixtures, { team: Team; running: Development }>({
  team: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
    async ({}, use) => {
      const team = await (await firstTeam()).clone();
      // Optional: a team may lint in another way.
      await symlink(join(root, 'node_modules/@biomejs'), join(team.repository, 'node_modules/@biomejs'));
      await addPackages(team);
      await use(team);
      await team.leave();
    },
    { scope: 'worker', timeout: 10 * 60_000 },
  ],
  running: [
    async ({ team }, use) => {
      const program = team.develop();
      await use({ origin: await readyOrigin(program), program });
      await stopProgram(program);
    },
    { scope: 'worker', timeout: 5 * 60_000 },
  ],
  restore: async ({ team }, use) =>
    await use(async () => {
      // In place, as most editors save: on Linux, Node's watcher loses a file that git replaces.
      const changed = (await team.run('git', 'diff', '--name-only')).split('\n').filter(Boolean);
      for (const file of changed) await team.write(file, await team.run('git', 'show', `HEAD:${file}`));
      await team.run('git', 'clean', '--quiet', '--force', '-d');
    }),
  development: async ({ running, restore }, use) => {
    await use(running);
    await restore();
  },
  develop: async ({ team, restore }, use) => {
    const started: Program[] = [];
    await use(async (options, environment) => {
      const program = team.develop(options, environment);
      started.push(program);
      return { origin: await readyOrigin(program), program };
    });
    await Promise.all(started.map(stopProgram));
    await restore();
  },
});

/** Installs a package that throws, and one that can't be compiled. */
async function addPackages(team: Team): Promise<void> {
  await team.change('package.json', (text) =>
    text.replace(
      '"devDependencies"',
      '"dependencies": { "creaky": "1.0.0", "squeaky": "1.0.0" },\n  "devDependencies"',
    ),
  );
  await team.run('git', 'commit', '--quiet', '--all', '--message', 'Two packages');
  for (const [name, code] of [
    ['squeaky', 'export const noise = window.innerWidth;\n'],
    ['creaky', 'export const noise = ;\n'],
  ]) {
    await team.write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    await team.write(`node_modules/${name}/index.js`, code ?? '');
  }
}

/** Allows time to compile a change on a busy machine. */
const expect = baseExpect.configure({ timeout: 40_000 });

test.describe.configure({ mode: 'default', timeout: 4 * 60_000 });

const page = 'src/pages/events/EventsPage.tsx';
const title = 'A new room in the house';
const start = '  return (\n';

/** Shows the latest article, a part of another team, on the page. */
const withArticle = (code: string) =>
  `import { Fragment } from '@site/shared';\n${code.replace('<Section first>', '<Section first><Fragment name="latest-article" fallback="Nothing" />')}`;

const htmlOf = async (address: string): Promise<string> => (await fetch(address)).text();

test('without a site, its page is rendered on the server, with a picture, and changes while it keeps its state', async ({
  team,
  development: { origin },
  page: tab,
}) => {
  await team.write(
    'src/room.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>',
  );
  await team.change(page, (code) => {
    const counted = code.replace(
      start,
      `  const [count, setCount] = useState(0);\n${start}    <button type="button" onClick={() => setCount(count + 1)}>{count}</button>\n`,
    );
    const drawn = counted
      .replace('return (\n', 'return (\n    <>\n')
      .replace('  );\n', '      <img src={room} alt="" />\n    </>\n  );\n');
    return withArticle(`import { useState } from 'react';\nimport room from '../../room.svg';\n${drawn}`);
  });
  const html = () => htmlOf(`${origin}/en/events`);
  await expect.poll(html).toContain('<img src="/assets/events/');
  expect(await html()).toContain(`${title}</h1>`);
  expect(await html()).toContain('href="/en/events"');
  expect(await htmlOf(`${origin}/fr/events`)).toContain('Une nouvelle pièce dans la maison</h1>');

  await tab.goto(`${origin}/en/events`);
  await expect(tab.locator('html')).toHaveAttribute('data-hydrated', '');
  const picture = tab.locator('img[src^="/assets/events/"]');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const place = tab.locator('[data-fragment="latest-article"]');
  await expect(place, 'a part of another team').toHaveText('Nothing');
  const outline = await place.evaluate((element) => getComputedStyle(element, '::before').content);
  expect(outline).toBe('"latest-article, a fragment of blog"');
  await tab.getByRole('button', { name: '0', exact: true }).click();
  await team.change('locales/en.json', (texts) => texts.replaceAll(title, 'A room upstairs'));
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('A room upstairs');
  await team.change(page, (code) => code.replace("t('page.title')", "t('page.title').toUpperCase()"));
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('A ROOM UPSTAIRS');
  await expect(tab.getByRole('button', { name: '1', exact: true })).toBeVisible();
  await tab.close();
});

test('a photograph that is saved again appears in the open page, and one that can’t be read is named', async ({
  team,
  development: { origin, program },
  page: tab,
}) => {
  const photo = 'src/pages/events/photo.jpg';
  const photograph = (background: string) =>
    sharp({ create: { width: 400, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer();
  await team.write(photo, await photograph('#ffffff'));
  await team.change(page, (code) =>
    `import { Picture } from '@site/shared';\nimport photo from './photo.jpg';\n${code}`.replace(
      '<Section first>',
      '<Section first><Picture source={photo} alt="" sizes="100vw" priority />',
    ),
  );
  await expect.poll(() => htmlOf(`${origin}/en/events`)).toContain('data-color="#ffffff"');
  await tab.goto(`${origin}/en/events`);
  await expect(tab.locator('html')).toHaveAttribute('data-hydrated', '');
  await expect(tab.locator('img[data-color="#ffffff"]')).toBeVisible();
  await team.write(photo, await photograph('#000000'));
  const image = tab.locator('img[data-color="#000000"]');
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
  expect(await htmlOf(`${origin}/en/events`)).toContain('data-color="#000000"');
  await team.write(photo, 'Not a photograph');
  await expect.poll(program.output).toContain(`BUILD-PICTURE ${photo} is not a JPEG picture.`);
  await team.write(photo, await photograph('#ffffff'));
  await expect(tab.locator('img[data-color="#ffffff"]')).toBeVisible();
  await tab.close();
});

const faults = [
  {
    what: 'a browser’s object at the top of a module',
    code: 'export const wide = window.innerWidth;\n',
    said: 'window is not defined',
  },
  { what: 'a wrong type', code: 'export const wide: number = "wide";\n', said: 'TS2322' },
  { what: 'code that lint refuses', code: 'export function stop() {\n  debugger;\n}\n', said: 'noDebugger' },
  { what: 'an import that the shell lacks', code: "import 'node:fs';\n", said: 'node:fs' },
  {
    what: 'a style without a token',
    file: 'src/pages/events/Events.module.css',
    code: '.wide {\n  color: #fff;\n}\n',
    said: 'must be a token',
  },
  { what: 'a mistake in the syntax', code: 'export const = 1;\n', said: 'can’t be compiled' },
];

test('what would be refused live is refused at once, with its line, until it is fixed', async ({
  team,
  development: { origin, program },
}) => {
  for (const { what, code, said, file = page } of faults) {
    await test.step(what, async () => {
      const { length } = program.output();
      const output = () => program.output().slice(length);
      await (file === page ? team.change(page, (text) => text + code) : team.write(file, code));
      await fetch(`${origin}/en/events`);
      // A second visit finds the same fault.
      await fetch(`${origin}/en/events`);
      await expect.poll(output).toContain(said);
      expect(output()).not.toContain('before initialization');
      expect(output()).toContain(`${file}:`);
      await (file === page ? team.change(page, (text) => text.replace(code, '')) : team.write(file, ''));
      await expect.poll(async () => (await fetch(`${origin}/en/events`)).status).toBe(200);
      await expect.poll(output).toMatch(/^✓ /m);
    });
  }
});

test('what a dependency throws names the dependency’s file, and the file that imports it', async ({
  team,
  development: { origin, program },
}) => {
  await team.change(page, (code) => `import { noise } from 'squeaky';\n${code}export const sound = noise;\n`);
  await expect.poll(async () => (await fetch(`${origin}/en/events`)).status).toBe(503);
  await expect.poll(program.output).toContain('Thrown in node_modules/squeaky/index.js:1');
  expect(program.output()).toMatch(/EventsPage\.tsx:\d+ +\/en\/events/);
  await team.change(page, (code) => code.replace("'squeaky'", "'creaky'"));
  await expect.poll(program.output).toContain('node_modules/creaky/index.js:1');
  await expect.poll(program.output).toContain(`Imported by ${page}.`);
});

test('a second server needs a port of its own; it starts with broken sources, says so on every page until they are fixed, and leaves the first one alone', async ({
  team,
  development: { origin },
  develop,
}) => {
  const { port } = new URL(origin);
  await expect(team.run('env', `PORT=${port}`, 'node_modules/.bin/site', 'dev')).rejects.toThrow('SITE-PORT');

  const broken = 'export const = 1;\n';
  const files = ['src/remote.ts', page];
  for (const file of files) await team.change(file, (code) => code + broken);
  const other = await develop();
  for (const file of files)
    await test.step(`a broken ${file}`, async () => {
      await expect.poll(other.program.output).toContain(`${file}:`);
      const answer = await fetch(`${other.origin}/en/events`);
      expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('/_dev/client.mjs')]);
      await team.change(file, (code) => code.replace(broken, ''));
    });
  await team.change('locales/en.json', (texts) => texts.replaceAll(title, 'A room upstairs'));
  for (const each of [origin, other.origin])
    await expect.poll(() => htmlOf(`${each}/en/events`).catch(() => '')).toContain('A room upstairs</h1>');
});

test('inside a running site, its page is in every page’s menu before anyone else sees it, even while that site is down', async ({
  team,
  develop,
  restore,
  startOwnSite,
  page: tab,
}) => {
  const site = await startOwnSite({});
  await test.step('with the site', async () => {
    await team.change(page, withArticle);
    const { origin, program } = await develop(['--site', site.origin]);
    await test.step('and with a part of another team', async () => {
      await tab.goto(`${origin}/en/events`);
      const part = tab.locator('[data-fragment="latest-article"]');
      await expect(part.locator('[data-remote="blog"]')).toHaveAttribute('data-release', 'live');
      await expect(part.getByRole('link')).toHaveAttribute('href', /^\/en\/blog\/./);
    });
    expect(await htmlOf(`${origin}/en/events`)).toContain(`${title}</h1>`);
    await tab.goto(`${origin}/fr/blog`);
    await expect(tab.locator('[data-remote="blog"]')).toHaveAttribute('data-release', 'live');
    await tab.getByRole('banner').getByRole('link', { name: 'Nouvelle pièce' }).first().click();
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Une nouvelle pièce dans la maison');
    expect((await ask(site, '/en/events')).status).toBe(404);
    expect((await fetch(`${origin}/en/nowhere`)).status).toBe(404);
    // Before the server restarts: Chromium may ignore that a tab is closed which is just being loaded again.
    await tab.close();

    await team.change('src/remote.ts', (code) => code.replace(/paths: '[^']+'|paths: \{[^}]+\}/, "paths: 'pricing'"));
    await expect
      .poll(() =>
        fetch(`${origin}/en/events`).then(
          () => program.output(),
          () => '',
        ),
      )
      .toContain('RELEASE-ROUTE-TAKEN');
    await restore();
    await stopProgram(program);
  });
  await test.step('after it has stopped', async () => {
    await site.stop();
    const { origin, program } = await develop(['--site', site.origin]);
    expect(program.output()).toContain('SITE-UNREACHABLE');
    expect(await htmlOf(`${origin}/en/events`)).toContain('href="/en/pricing"');
  });
});

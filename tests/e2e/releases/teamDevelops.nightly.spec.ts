import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/kit/build/bundles/project.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { ask } from '@site/testkit/site/http.ts';
import { type Program, readyOrigin, stopProgram } from '@site/testkit/site/program.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { Team } from '@site/testkit/site/Team.ts';
import getPort from 'get-port';
import sharp from 'sharp';
import { test as base, expect as baseExpect } from '../support/serverTest.ts';

interface DevelopmentFixtures {
  /** Starts `site dev` in the team's repository, and stops it at the end of the test. */
  readonly develop: (site?: string, port?: number) => Promise<{ readonly origin: string; readonly program: Program }>;
}

/** Tests of a team's own repository, made from the packed files. All share one, because it is expensive. */
const test = base.extend<DevelopmentFixtures, { team: Team }>({
  team: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
    async ({}, use) => {
      const team = await Team.found('events');
      await team.pack();
      await team.create();
      // Optional: a team may lint in another way.
      const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
      await team.run(
        'npm',
        'install',
        '--no-save',
        '--no-audit',
        `@biomejs/biome@${devDependencies['@biomejs/biome']}`,
      );
      await use(team);
      await team.leave();
    },
    { scope: 'worker', timeout: 5 * 60_000 },
  ],
  develop: async ({ team }, use) => {
    const started: Program[] = [];
    await use(async (site, port) => {
      const program = team.develop(site, port);
      started.push(program);
      return { origin: await readyOrigin(program), program };
    });
    await Promise.all(started.map(stopProgram));
    await team.run('git', 'checkout', '--quiet', '.');
    await team.run('git', 'clean', '--quiet', '--force', '-d');
  },
});

/** Allows time to compile a change on a busy machine. */
const expect = baseExpect.configure({ timeout: 40_000 });

test.describe.configure({ mode: 'default', timeout: 4 * 60_000 });

const page = 'src/pages/events/EventsPage.tsx';
const title = 'A new room in the house';
const start = '  return (\n';

const htmlOf = async (address: string): Promise<string> => (await fetch(address)).text();

test('without a site, its page is rendered on the server, with a picture, and changes while it keeps its state', async ({
  team,
  develop,
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
    return `import { useState } from 'react';\nimport room from '../../room.svg';\n${drawn}`;
  });
  const { origin } = await develop();
  const html = await htmlOf(`${origin}/en/events`);
  expect(html).toContain(`${title}</h1>`);
  expect(html).toContain('href="/en/events"');
  expect(await htmlOf(`${origin}/fr/events`)).toContain('Une nouvelle pièce dans la maison</h1>');

  await tab.goto(`${origin}/en/events`);
  await expect(tab.locator('html')).toHaveAttribute('data-hydrated', '');
  const picture = tab.locator('img[src^="/assets/events/"]');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
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
  develop,
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
  const { origin, program } = await develop();
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

test('what would be refused live is refused at once, with its line, until it is fixed', async ({ team, develop }) => {
  const { origin, program } = await develop();
  expect((await fetch(`${origin}/en/events`)).status).toBe(200);
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
  develop,
}) => {
  const dependency = 'node_modules/squeaky/index.js';
  await team.change('package.json', (text) =>
    text.replace(
      '"devDependencies"',
      '"dependencies": { "creaky": "1.0.0", "squeaky": "1.0.0" },\n  "devDependencies"',
    ),
  );
  await team.write('node_modules/squeaky/package.json', JSON.stringify({ name: 'squeaky', main: 'index.js' }));
  await team.write(dependency, 'export const noise = window.innerWidth;\n');
  await team.change(page, (code) => `import { noise } from 'squeaky';\n${code}export const sound = noise;\n`);
  const { origin, program } = await develop();
  expect((await fetch(`${origin}/en/events`)).status).toBe(503);
  await expect.poll(program.output).toContain(`Thrown in ${dependency}:1`);
  expect(program.output()).toMatch(/EventsPage\.tsx:\d+ +\/en\/events/);
  await team.write('node_modules/creaky/package.json', JSON.stringify({ name: 'creaky', main: 'index.js' }));
  await team.write('node_modules/creaky/index.js', 'export const noise = ;\n');
  await team.change(page, (code) => code.replace("'squeaky'", "'creaky'"));
  await expect.poll(program.output).toContain('node_modules/creaky/index.js:1');
  await expect.poll(program.output).toContain(`Imported by ${page}.`);
});

for (const [file, broken] of [
  [page, 'export const = 1;\n'],
  ['src/remote.ts', 'export const = 1;\n'],
] as const) {
  test(`it starts with a broken ${file}, says so on every page, and shows them once it is fixed`, async ({
    team,
    develop,
  }) => {
    await team.change(file, (code) => code + broken);
    const { origin, program } = await develop();
    const answer = await fetch(`${origin}/en/events`);
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('/_dev/client.mjs')]);
    expect(program.output()).toContain(`${file}:`);
    await team.change(file, (code) => code.replace(broken, ''));
    const shown = () => htmlOf(`${origin}/en/events`).catch(() => '');
    await expect.poll(shown).toContain(`${title}</h1>`);
  });
}

test('inside a running site, its page is in every page’s menu before anyone else sees it, even while that site is down', async ({
  team,
  develop,
  startOwnSite,
  page: tab,
}) => {
  const site = await startOwnSite({});
  await test.step('with the site', async () => {
    const { origin, program } = await develop(site.origin);
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
    await team.run('git', 'checkout', '--quiet', '.');
    await stopProgram(program);
  });
  await test.step('after it has stopped', async () => {
    await site.stop();
    const { origin, program } = await develop(site.origin);
    expect(program.output()).toContain('SITE-UNREACHABLE');
    expect(await htmlOf(`${origin}/en/events`)).toContain('href="/en/pricing"');
  });
});

test('`site try` finds before publishing what publishing would refuse, with the live shell or without any site', async ({
  team,
  startOwnSite,
}) => {
  const said = (...parameters: string[]) => team.run('npx', 'site', 'try', ...parameters);
  expect(await said()).toMatch(/events@\w+ can be published/);
  const store = await ReleaseStore.create();
  const site = await startOwnSite({ releases: store.folder, environment: await team.admitTo(store.folder) });
  const live = JSON.parse(await readFile(join(store.folder, 'shell/current.json'), 'utf8')) as { version: string };
  const tried = await team.release(site.origin, 'try', '--no-browser');
  expect(tried).toContain(`with shell@${live.version}`);
  expect(await new FolderStore(store.folder).apps(), 'nothing is stored').not.toContain('events');

  await team.change(page, (code) =>
    code.replace(start, `  if (typeof window === 'undefined') throw new Error('on the server');\n${start}`),
  );
  await expect(said('--no-browser')).rejects.toThrow(`RELEASE-PREFLIGHT`);
  await team.run('git', 'checkout', '--quiet', '.');
  await team.change('locales/fr.json', (texts) => texts.replace('"lead"', '"led"'));
  await expect(said('--no-browser')).rejects.toThrow('RELEASE-CHECK');
  await team.run('git', 'checkout', '--quiet', '.');
  await store.remove();
});

test('a second development server needs a port of its own, and leaves the first alone', async ({ team, develop }) => {
  const { origin } = await develop();
  const { port } = new URL(origin);
  await expect(team.run('env', `PORT=${port}`, 'npx', 'site', 'dev')).rejects.toThrow('SITE-PORT');
  expect(await htmlOf(`${origin}/en/events`)).toContain(`${title}</h1>`);

  const other = await develop(undefined, await getPort({ host: '127.0.0.1' }));
  await team.change('locales/en.json', (texts) => texts.replaceAll(title, 'A room upstairs'));
  for (const each of [origin, other.origin])
    await expect.poll(() => htmlOf(`${each}/en/events`)).toContain('A room upstairs</h1>');
});

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readyOrigin, stopProgram } from '@site/testkit/site/program.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { Team } from '@site/testkit/site/Team.ts';
import { findEngine } from '../engines/startEngine.ts';
import { expect, test } from '../support/serverTest.ts';
import { startExported } from './exported.ts';

/** Most of the time is npm's. */

const page = 'src/pages/events/EventsPage.tsx';

const sheet = `@font-face {
  font-family: 'Poster';
  src: url('./poster.woff2') format('woff2');
}

.events-poster {
  font-family: Poster, serif;
}

.events-invitation {
  font-family: Lobster, cursive;
}
`;

const content = `        <p className="events-poster">Open house</p>
        <p className="events-invitation">Come and see</p>
`;

/** Runs in the page: the families whose files are there. */
const loadedFamilies = () =>
  [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', ''));

/** What a tab complains about. */
function problemsOf(tab: Page): readonly string[] {
  const problems: string[] = [];
  tab.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  tab.on('pageerror', ({ message }) => problems.push(message));
  return problems;
}

// For the copy of the project, too: it takes a while where other tests run.
test.setTimeout(900_000);

test('a team’s fonts, a file of its own and a package, are released with its page and shown in every browser', async ({
  startOwnSite,
  page: tab,
}) => {
  const [team, store] = await Promise.all([Team.withRepository('events'), ReleaseStore.create()]);
  const keys = await team.admitTo(store.folder);
  const site = await startOwnSite({ releases: store.folder, environment: keys });
  await team.run('npm', 'install', '--no-audit', '@fontsource/lobster@5');
  await team.write(
    'src/pages/events/poster.woff2',
    await readFile(new URL('../../../shared/ui/fonts/bricolage-grotesque.woff2', import.meta.url)),
  );
  await team.write('src/pages/events/events.css', sheet.replace('Poster', 'Figtree Variable'));
  const imports = "import '@fontsource/lobster';\nimport './events.css';\n";
  await team.change(page, (code) => imports + code.replace('<Section first>\n', `<Section first>\n${content}`));
  await test.step('a family of the site’s own is refused with its line', async () => {
    const { code, output } = await team.attempt(site.origin, 'check', 'styles');
    expect(code).toBe(1);
    expect(output).toMatch(/src\/pages\/events\/events\.css:1: BUILD-STYLE "Figtree Variable" is a family of the site/);
  });
  await team.write('src/pages/events/events.css', sheet);
  await team.run('npx', 'site', 'check', 'types', 'boundaries', 'styles');
  const published = await team.release(site.origin, 'publish', '--promote');
  expect(published).toContain('is live');
  expect(published).toMatch(/and [78]\d\.\d kB of fonts/);
  const address = `${site.origin}/en/events`;
  await expect.poll(async () => (await fetch(address)).text()).toContain('events-poster');

  const problems = problemsOf(tab);
  const files: string[] = [];
  tab.on('response', (response) => {
    const [, name] = /\/assets\/events\/\w+\/fonts\/([\w-]+)\.\w{8}\.woff2$/.exec(response.url()) ?? [];
    const { 'content-type': type, 'cache-control': caching } = response.headers();
    if (name !== undefined) files.push(`${name} ${response.status()} ${type} ${caching}`);
  });
  await tab.goto(address);
  await expect.poll(() => tab.evaluate(loadedFamilies)).toEqual(expect.arrayContaining(['Poster', 'Lobster']));
  expect(files.sort()).toEqual(
    ['lobster-latin-400-normal', 'poster'].map((name) => `${name} 200 font/woff2 public, max-age=31536000, immutable`),
  );
  expect(problems).toEqual([]);

  await test.step('from a plain host, to which the site was exported', async () => {
    const exported = await startExported(store.folder, site.origin, keys);
    await tab.goto(`${exported.origin}/en/events`);
    await expect.poll(() => tab.evaluate(loadedFamilies)).toEqual(expect.arrayContaining(['Poster', 'Lobster']));
    expect(problems).toEqual([]);
    await exported.stop();
  });

  for (const name of ['firefox', 'webkit'] as const)
    await test.step(name, async () => {
      const start = await findEngine(name);
      if (!start) return console.error(`${name} is not on this machine: nobody has tried the fonts in it.`);
      const { visitor, close } = await start({ origin: site.origin, dark: false, javaScript: true });
      await visitor.visit('/en/events');
      await visitor.until(async () => {
        const families = await visitor.evaluate(loadedFamilies);
        return families.includes('Poster') && families.includes('Lobster');
      }, 'the fonts are there');
      expect(await visitor.complaints()).toEqual([]);
      await close();
    });
  await Promise.all([team.leave(), store.remove()]);
});

const tailwind = `@import 'tailwindcss/theme' layer(theme);
@import 'tailwindcss/utilities' layer(utilities);

@theme {
  --color-poster: #804020;
}
`;

test('a team’s Tailwind styles its page and nothing around it, and its preflight and the site’s tokens are refused', async ({
  startOwnSite,
  page: tab,
}) => {
  const [team, store] = await Promise.all([Team.withRepository('events'), ReleaseStore.create()]);
  const site = await startOwnSite({ releases: store.folder, environment: await team.admitTo(store.folder) });
  await team.run('npm', 'install', '--no-audit', '--save-dev', 'tailwindcss@4', '@tailwindcss/postcss@4');
  await team.write('postcss.config.mjs', "export default { plugins: { '@tailwindcss/postcss': {} } };\n");
  const app = 'src/pages/events/app.css';
  const poster = '<p className="bg-poster p-4 shadow-lg hover:underline no-such-class" data-poster="">Open house</p>';
  await team.change(
    page,
    (code) => `import './app.css';\n${code.replace('<Section first>\n', `<Section first>\n${poster}\n`)}`,
  );
  const refusal = async (...command: readonly string[]) => {
    const { code, output } = await team.attempt(site.origin, ...command);
    expect(code).toBe(1);
    return output;
  };
  await team.write(app, tailwind);
  expect(await refusal('build')).toMatch(/BUILD-STYLE .*npm install --save-dev postcss-loader/);
  await team.run('npm', 'install', '--no-audit', '--save-dev', 'postcss-loader');

  await team.write(app, "@import 'tailwindcss';\n");
  const preflight = /BUILD-STYLE (?:src\/pages\/events\/app\.css:1: )?Tailwind’s preflight .*"tailwindcss\/theme"/;
  expect(await refusal('check', 'styles')).toMatch(preflight);
  expect(await refusal('build')).toMatch(preflight);
  await team.write(app, `${tailwind}\n@theme static {\n  --ease-out: linear;\n}\n`);
  expect(await refusal('build')).toMatch(/BUILD-STYLE src\/pages\/events\/app\.css:9: "--ease-out" is a token/);

  await team.write(app, tailwind);
  await team.run('npx', 'site', 'check', 'types', 'boundaries', 'styles');
  await test.step('while the team develops, a class that it changes shows up in the open page', async () => {
    const development = team.develop(site.origin);
    await tab.goto(`${await readyOrigin(development)}/en/events`);
    await expect(tab.locator('html')).toHaveAttribute('data-hydrated', '');
    await expect(tab.locator('[data-poster]')).toHaveCSS('padding', '16px');
    await tab.evaluate(() => document.documentElement.setAttribute('data-same', ''));
    // No other component has used it before.
    await team.change(page, (code) => code.replace(' p-4 ', ' p-11 '));
    await expect(tab.locator('[data-poster]')).toHaveCSS('padding', '44px', { timeout: 40_000 });
    await team.change(app, (css) => css.replace('#804020', '#208040'));
    await expect(tab.locator('[data-poster]')).toHaveCSS('background-color', 'rgb(32, 128, 64)', { timeout: 40_000 });
    await expect(tab.locator('html'), 'nothing was loaded again').toHaveAttribute('data-same', '');
    // A page that is still open would ask it for more.
    await tab.goto('about:blank');
    await stopProgram(development);
    await team.change(page, (code) => code.replace(' p-11 ', ' p-4 '));
    await team.write(app, tailwind);
  });
  expect(await team.release(site.origin, 'publish', '--promote')).toContain('is live');
  const address = `${site.origin}/en/events`;
  await expect.poll(async () => (await fetch(address)).text()).toContain('data-poster');

  const problems = problemsOf(tab);
  await tab.goto(address);
  await expect(tab.locator('html')).toHaveAttribute('data-hydrated', '');
  const shown = tab.locator('[data-poster]');
  await expect(shown).toHaveCSS('background-color', 'rgb(128, 64, 32)');
  await expect(shown).toHaveCSS('padding', '16px');
  await expect(shown).toHaveCSS('box-shadow', /15px/);
  await shown.hover();
  await expect(shown).toHaveCSS('text-decoration-line', 'underline');
  const around = () => getComputedStyle(document.documentElement).getPropertyValue('--color-poster');
  expect(await tab.evaluate(around)).toBe('');
  expect(problems).toEqual([]);
  await Promise.all([team.leave(), store.remove()]);
});

import type { Language } from '@site/shared/i18n/languages.ts';
import { addresses, everyAddress, languages } from '@site/testkit/site/addresses.ts';
import { Crowd } from '@site/testkit/site/Crowd.ts';
import { ask } from '@site/testkit/site/http.ts';
import { readyOrigin, stopProgram } from '@site/testkit/site/program.ts';
import { expect, test } from './teamTest.ts';

/** Most of the time is npm's. */
test.setTimeout(15 * 60_000);

const titles = {
  en: 'A new room in the house',
  fr: 'Une nouvelle pièce dans la maison',
  es: 'Una habitación nueva en la casa',
};

test('a team that has never seen this repository makes a page, and visitors find it in three languages', async ({
  team,
  store,
  startOwnSite,
}) => {
  await test.step('green from its first commit, on a machine that has nothing else', async () => {
    await team.run('npm', 'ci', '--prefer-offline');
    await team.run('npm', 'run', 'check');
    expect(await team.run('npm', 'test')).toContain('Tests 3 passed');
    await team.run('npm', 'run', 'build');
    await team.run('npm', 'run', 'format');
    expect(await team.run('git', 'status', '--porcelain'), 'it was committed as CI wants it').toBe('');
  });

  const site = await startOwnSite({ releases: store.folder, environment: await team.admitTo(store.folder) });
  const visited = everyAddress.filter(({ page }) => page !== 'notFound').map(({ path }) => ({ path, status: 200 }));
  const visitors = new Crowd(
    [site.origin],
    (number) => visited[number % visited.length] ?? { path: '/en', status: 200 },
  );
  visitors.come(4);
  const page = async (path: string) => (await ask(site, path)).body;
  const isInMenu = async (language: Language) =>
    (await page(addresses[language].home)).includes(`href="/${language}/events"`);

  await test.step('inside the running site, before anyone else sees it', async () => {
    const developed = team.develop(['--site', site.origin]);
    const origin = await readyOrigin(developed);
    expect(await (await fetch(`${origin}/en/events`)).text()).toContain(`${titles.en}</h1>`);
    expect(await (await fetch(`${origin}/en`)).text()).toContain('href="/en/events"');
    await stopProgram(developed);
    expect((await ask(site, '/en/events')).status).toBe(404);
  });

  await test.step('live, with its place in the menu', async () => {
    const published = await team.release(site.origin, 'publish');
    const version = /events@(\w+) is published/.exec(published)?.[1] ?? '';
    const [, link = ''] = /^http:\/\/[^/]+(\/\S+)$/m.exec(await team.release(site.origin, 'preview', version)) ?? [];
    expect((await ask(site, link)).body).toContain(`<title>${titles.en} |`);
    expect(await isInMenu('en')).toBe(false);
    expect(await team.release(site.origin, 'promote', version)).toContain(`events@${version} is live`);
    for (const language of languages)
      await expect.poll(() => page(`/${language}/events`)).toContain(`<title>${titles[language]} |`);
    for (const language of languages) await expect.poll(() => isInMenu(language)).toBe(true);
    expect(await page('/sitemap.xml')).toContain('/fr/events');
    expect(await team.release(site.origin, 'list')).toMatch(new RegExp(`● ${version} .* by Ada .*healthy`));
  });

  await test.step('another text, and back', async () => {
    await team.change('locales/en.json', (text) => text.replaceAll(titles.en, 'A room upstairs'));
    expect(await team.release(site.origin, 'publish', '--promote')).toContain('is live');
    await expect.poll(() => page('/en/events')).toContain('A room upstairs');
    await team.release(site.origin, 'rollback');
    await expect.poll(() => page('/en/events')).toContain(titles.en);
  });

  await visitors.leave();
  expect(visitors.failures).toEqual([]);
  expect(visitors.answered).toBeGreaterThan(0);
});

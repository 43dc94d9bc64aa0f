import { dirname, join } from 'node:path';
import { readyOrigin, stopProgram } from '@site/testkit/site/program.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { Team } from '@site/testkit/site/Team.ts';
import { expect, test } from '../support/serverTest.ts';
import { harmless, leftOfHostile, mapFiles, mapPackages, openPlace, seen, tryMapIn, wholeMap } from './leafletMap.ts';

/** Most of the time is npm's. */

const page = 'src/pages/events/EventsPage.tsx';

const imports = `import { browserOnly } from '@site/shared';
import { format } from 'date-fns';
import { DayPicker } from 'react-day-picker';
import 'react-day-picker/style.css';
import { z } from 'zod';

z.config({ jitless: true });
const day = z.object({ on: z.string() });
const EventsMap = browserOnly(() => import('./EventsMap.tsx'), { fallback: <div data-fallback="">A plan</div> });
`;

const content = `        <div data-day={day.parse({ on: format(new Date(2026, 0, 2), 'yyyy-MM-dd') }).on}>
          <DayPicker defaultMonth={new Date(2026, 0, 1)} today={new Date(2026, 0, 5)} mode="single" />
        </div>
        <EventsMap />
`;

/** A page with state, queries and dialogs of packages, among them some that import `react-dom`. */
const lively = `import { browserOnly, PageHeader, Section } from '@site/shared';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Dialog, Popover } from 'radix-ui';
import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';

// Its server's HTML has style attributes, which the policy blocks.
const Panels = browserOnly(() => import('./Panels.tsx'), { fallback: null });

interface Count {
  readonly count: number;
  readonly more: () => void;
}

const useCount = create<Count>((set) => ({ count: 0, more: () => set(({ count }) => ({ count: count + 1 })) }));

function Asked() {
  const ask = async () => (await fetch('/robots.txt')).status;
  const { data } = useQuery({ queryKey: ['news'], queryFn: ask });
  return <output>{data ? \`answered \${data}\` : 'asking'}</output>;
}

function Counter() {
  const { count, more } = useCount();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={more}>
        {\`\${count} times\`}
      </button>
      <button type="button" onClick={() => flushSync(() => setOpen(true))}>
        Portal
      </button>
      {isOpen && createPortal(<p>at the end</p>, document.body)}
    </>
  );
}

export function LivelyPage() {
  const { t } = useTranslation('events');
  const [client] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={client}>
      <PageHeader title={t('page.title')} />
      <Section first>
        <Counter />
        <Asked />
        <Panels />
        <Popover.Root>
          <Popover.Trigger>Popover</Popover.Trigger>
          <Popover.Portal>
            <Popover.Content>beside its button</Popover.Content>
          </Popover.Portal>
        </Popover.Root>
        <Dialog.Root modal={false}>
          <Dialog.Trigger>Dialog</Dialog.Trigger>
          <Dialog.Portal>
            <Dialog.Content>
              <Dialog.Title>In front</Dialog.Title>
              <Dialog.Description>Of everything else</Dialog.Description>
              <Dialog.Close>Close</Dialog.Close>
            </Dialog.Content>
          </Dialog.Portal>
        </Dialog.Root>
      </Section>
    </QueryClientProvider>
  );
}
`;

const panels = `import { Tabs } from 'radix-ui';

export default function Panels() {
  return (
    <Tabs.Root defaultValue="first">
      <Tabs.List>
        <Tabs.Trigger value="first">First</Tabs.Trigger>
        <Tabs.Trigger value="second">Second</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="first">the first panel</Tabs.Content>
      <Tabs.Content value="second">the second panel</Tabs.Content>
    </Tabs.Root>
  );
}
`;

const livelyModule = `import { definePage } from '@site/shared';
import { strings } from '../../strings.ts';
import { LivelyPage } from './LivelyPage.tsx';

export default definePage({ component: LivelyPage, strings: strings(['page']) });
`;

/** Adds the page to the remote and its catalogues. */
async function addLivelyPage(team: Team): Promise<void> {
  await team.write('src/pages/lively/LivelyPage.tsx', lively);
  await team.write('src/pages/lively/Panels.tsx', panels);
  await team.write('src/pages/lively/page.ts', livelyModule);
  const declared = "lively: { source: './src/pages/lively/page.ts', paths: 'events/lively' },";
  await team.change('src/remote.ts', (code) => code.replace('pages: {', `pages: {\n    ${declared}`));
  for (const language of ['en', 'fr', 'es'])
    await team.change(`locales/${language}.json`, (text) => {
      const { routes, ...others } = JSON.parse(text);
      return JSON.stringify({ ...others, routes: { ...routes, lively: routes.events } });
    });
}

// For the copy of the project, too: it takes a while where other tests run.
test.setTimeout(900_000);

test('a team’s page with a date picker, a part for browsers, and packages for dates and schemas is published, a visitor uses it, and the owner agrees to it', async ({
  startOwnSite,
  page: tab,
}) => {
  const [team, store] = await Promise.all([Team.withRepository('events'), ReleaseStore.create()]);
  const keys = await team.admitTo(store.folder);
  const site = await startOwnSite({ releases: store.folder, environment: keys });
  for (const [name, content] of Object.entries(await mapFiles())) await team.write(`src/pages/events/${name}`, content);
  await team.change(page, (code) => imports + code.replace('<Section first>\n', `<Section first>\n${content}`));
  await test.step('what package.json doesn’t name is refused with its line', async () => {
    const { code, output } = await team.attempt(site.origin, 'check', 'boundaries');
    expect(code).toBe(1);
    expect(output).toContain(`${page}:3: BUILD-IMPORT`);
    expect(output).toContain('npm install react-day-picker');
  });
  const packages = ['date-fns@4', 'react-day-picker@9', 'zod@4'];
  const ofLivelyPage = ['@tanstack/react-query@5', 'radix-ui@1', 'zustand@5'];
  await addLivelyPage(team);
  await team.run('npm', 'install', '--no-audit', ...packages, ...ofLivelyPage, ...mapPackages);
  await team.run('npx', 'site', 'check', 'types', 'boundaries', 'styles');
  await test.step('while the team develops, its map is there', async () => {
    const development = team.develop(site.origin);
    await tab.goto(`${await readyOrigin(development)}/en/events`);
    await expect.poll(() => tab.evaluate(seen), { timeout: 40_000 }).toEqual(wholeMap);
    // A page that is still open would ask it for more.
    await tab.goto('about:blank');
    await stopProgram(development);
  });
  const first = await team.release(site.origin, 'publish', '--promote');
  expect(first).toContain('is live');
  expect(first).toMatch(
    /asks for:\n {2}packages: .*date-fns@4\S+, .*react-day-picker@9\S+, zod@4\S+, zustand@5\S+\n {2}page lively: /,
  );

  const html = async () => (await fetch(`${site.origin}/en/events`)).text();
  await expect.poll(html).toContain('data-day="2026-01-02"');
  expect(await html()).toContain('data-fallback');
  const problems: string[] = [];
  tab.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  tab.on('pageerror', ({ message }) => problems.push(message));
  await tab.goto(`${site.origin}/en/events`);
  await expect(tab.locator('.leaflet-image-layer')).toBeVisible();
  await tab.getByRole('button', { name: /January 15th, 2026/ }).click();
  await expect(tab.locator('.rdp-selected')).toHaveText('15');

  await test.step('a map of leaflet, which makes its buttons and texts of markup', async () => {
    await expect.poll(() => tab.evaluate(seen)).toEqual(wholeMap);
    await tab.locator('[data-map]').screenshot({ path: test.info().outputPath('map.png') });
    await tab.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => tab.evaluate(seen)).toMatchObject({ width: 800 });
    await tab.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(() => tab.evaluate(seen)).toEqual(wholeMap);
    await openPlace(tab, 'Stage');
    await expect(tab.locator('.leaflet-popup-content em')).toHaveText('Talks');
    expect(problems).toEqual([]);
  });

  await test.step('a hostile text in the map runs nothing', async () => {
    await openPlace(tab, 'Hall');
    await expect(tab.locator('.leaflet-popup-content #read')).toBeVisible();
    await tab.locator('.leaflet-popup-content #lead').click();
    expect(await tab.evaluate(leftOfHostile)).toEqual(harmless);
    // The picture is missing, and Chromium tells what it has left out, as blocked.
    await expect.poll(() => problems.some((problem) => problem.includes('404'))).toBe(true);
    expect(problems.splice(0).filter((problem) => !/has been blocked|404/.test(problem))).toEqual([]);
  });

  for (const engine of ['firefox', 'webkit'] as const)
    await test.step(`the map in ${engine}`, async () => await tryMapIn(engine, `${site.origin}/en/events`));

  await test.step('state, queries, dialogs and portals of packages work with the shell’s React', async () => {
    await tab.goto(`${site.origin}/en/events/lively`);
    await expect(tab.getByText('answered 200')).toBeVisible();
    await tab.getByRole('button', { name: '0 times' }).click();
    await expect(tab.getByRole('button', { name: '1 times' })).toBeVisible();
    await tab.getByRole('button', { name: 'Portal' }).click();
    await expect(tab.locator('body > p')).toHaveText('at the end');
    await tab.getByRole('tab', { name: 'Second' }).click();
    await expect(tab.getByText('the second panel')).toBeVisible();
    await tab.getByRole('button', { name: 'Popover' }).click();
    await expect(tab.getByText('beside its button')).toBeVisible();
    await tab.keyboard.press('Escape');
    await tab.getByRole('button', { name: 'Dialog' }).click();
    await expect(tab.getByRole('dialog', { name: 'In front' })).toBeVisible();
    await tab.keyboard.press('Escape');
    await expect(tab.getByRole('dialog')).toHaveCount(0);
    expect(problems).toEqual([]);
  });

  await test.step('once the owner has agreed to what is live, a version that asks for more waits for another yes', async () => {
    const owner = { ...keys, RELEASE_KEY: join(dirname(keys.TRUSTED_KEYS ?? ''), 'local.key') };
    const agreed = await store.run(['policy', '--agree', `events@${await store.live('events')}`], owner);
    expect(agreed.stdout).toMatch(/Agreed with events: .*\+zod@4/);
    await team.change('src/remote.ts', (code) => code.replace("['menu']", "['menu', 'footer']"));
    const published = await team.release(site.origin, 'publish');
    expect(published).toMatch(/asks for, beyond events@\w+:\n {2}navigation: footer: events\nBefore it goes live/);
    const [, version = ''] = /events@(\w+) is published/.exec(published) ?? [];
    const waiting = await team.attempt(site.origin, 'promote', version);
    expect(waiting.code).toBe(1);
    const [, remedy = ''] = /RELEASE-AGREE .*: npx site (policy .*)/.exec(waiting.output) ?? [];
    expect((await store.run(remedy.split(' '), owner)).stdout).toContain('+footer: events');
    expect(await team.release(site.origin, 'promote', version)).toContain('is live');
  });
  await Promise.all([team.leave(), store.remove()]);
});

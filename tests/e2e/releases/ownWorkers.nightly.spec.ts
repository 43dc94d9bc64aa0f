import type { Page } from '@playwright/test';
import { readyOrigin, stopProgram } from '@site/testkit/site/program.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { Team } from '@site/testkit/site/Team.ts';
import { findEngine } from '../engines/startEngine.ts';
import { expect, test } from '../support/serverTest.ts';
import { startExported } from './exported.ts';

/** Most of the time is npm's. */

const page = 'src/pages/events/EventsPage.tsx';

const counter = `import { SiteWorker } from '@site/shared';
import { useState } from 'react';

export function Counter() {
  const [count, setCount] = useState('');
  const start = () => {
    const worker = new SiteWorker(new URL('./primes.ts', import.meta.url));
    worker.onmessage = ({ data }) => setCount(data);
    worker.postMessage(100_000);
  };
  return (
    <button type="button" onClick={start} data-primes={count}>
      π
    </button>
  );
}
`;

/** Counts, and tries what workers may do, and what they may not. */
const primes = `import { isPrime } from './isPrime.ts';

self.onmessage = async ({ data }: MessageEvent<number>) => {
  let count = 0;
  for (let each = 2; each < data; each++) if (isPrime(each)) count++;
  const own = await fetch('/robots.txt').then(({ status }) => status);
  const other = await fetch('https://elsewhere.example/').catch(() => 'nothing');
  const code = await import(/* webpackIgnore: true */ String(new URL('../remote.js', self.location.href))).then(
    () => 'loaded',
    () => 'nothing',
  );
  postMessage([count, own, other, code].join(' '));
};
`;

const isPrime = `export function isPrime(number: number): boolean {
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return false;
  return true;
}
`;

const result = '9592 200 nothing nothing';

/** Runs in the page: what becomes of every other way to make a worker, or a script, of an address. */
function refusals(known: string): readonly string[] {
  const attempts: readonly (() => unknown)[] = [
    () => new Worker(known),
    () => new Worker(new URL(known, location.href), { type: 'module' }),
    () => new Worker('data:text/javascript,1'),
    () => new Worker(URL.createObjectURL(new Blob(['1'], { type: 'text/javascript' }))),
    () => new SharedWorker(known),
    () => Object.assign(document.createElement('script'), { src: known }),
    () => Reflect.get(window, 'trustedTypes').createPolicy('site-workers', { createScriptURL: String }),
    () => Reflect.get(window, 'trustedTypes').createPolicy('other', { createScriptURL: String }),
  ];
  return attempts.map((attempt) => {
    try {
      attempt();
      return 'allowed';
    } catch (error) {
      return error instanceof Error ? error.name : String(error);
    }
  });
}

const primesOf = (tab: Page) => tab.locator('[data-primes]');

// For the copy of the project, too: it takes a while where other tests run.
test.setTimeout(900_000);

test('a team’s worker computes for a visitor in every browser, reads from the site alone, and no other address becomes a script', async ({
  startOwnSite,
  page: tab,
}) => {
  const [team, store] = await Promise.all([Team.withRepository('events'), ReleaseStore.create()]);
  const keys = await team.admitTo(store.folder);
  const site = await startOwnSite({ releases: store.folder, environment: keys });
  const folder = 'src/pages/events';
  await team.write(`${folder}/Counter.tsx`, counter.replace('SiteWorker(', 'Worker('));
  await team.write(`${folder}/primes.ts`, primes);
  await team.write(`${folder}/isPrime.ts`, isPrime);
  await team.change(
    page,
    (code) =>
      `import { Counter } from './Counter.tsx';\n${code.replace('<Section first>\n', '<Section first>\n<Counter />\n')}`,
  );
  await test.step('a worker that the policy would block is refused with its line', async () => {
    const { code, output } = await team.attempt(site.origin, 'build');
    expect(code).toBe(1);
    expect(output).toMatch(/BUILD-PACKAGE src\/pages\/events\/Counter\.tsx:7: .*Import SiteWorker from @site\/shared/);
  });
  await team.write(`${folder}/Counter.tsx`, counter);
  await team.run('npx', 'site', 'check', 'types', 'boundaries');
  await test.step('while the team develops', async () => {
    const development = team.develop(site.origin);
    await tab.goto(`${await readyOrigin(development)}/en/events`);
    await expect(tab.locator('html')).toHaveAttribute('data-hydrated', '');
    await primesOf(tab).click();
    await expect(primesOf(tab)).toHaveAttribute('data-primes', /^9592 200/);
    // A page that is still open would ask it for more.
    await tab.goto('about:blank');
    await stopProgram(development);
  });
  expect(await team.release(site.origin, 'publish', '--promote')).toContain('is live');
  const address = `${site.origin}/en/events`;
  await expect.poll(async () => (await fetch(address)).text()).toContain('data-primes');

  const problems: string[] = [];
  tab.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  tab.on('pageerror', ({ message }) => problems.push(message));
  const worker = tab.waitForResponse(/\/assets\/events\/\w+\/workers\/src_pages_events_primes\.js$/);
  await tab.goto(address);
  await expect(tab.locator('html')).toHaveAttribute('data-hydrated', '');
  expect(problems).toEqual([]);
  await primesOf(tab).click();
  const shown = async () => (await primesOf(tab).getAttribute('data-primes')) || problems.join('\n');
  await expect.poll(shown).toBe(result);
  expect((await worker).headers()['content-security-policy']).toContain("default-src 'none'");
  expect(await tab.evaluate(refusals, new URL((await worker).url()).pathname)).toEqual(Array(8).fill('TypeError'));

  await test.step('from another page of the site', async () => {
    await tab.goto(`${site.origin}/en`);
    await expect(tab.locator('html')).toHaveAttribute('data-hydrated', '');
    await tab.getByRole('banner').locator('a[href="/en/events"]').first().click();
    await primesOf(tab).click();
    await expect(primesOf(tab)).toHaveAttribute('data-primes', result);
  });

  await test.step('from a plain host, to which the site was exported', async () => {
    const exported = await startExported(store.folder, site.origin, keys);
    problems.length = 0;
    await tab.goto(`${exported.origin}/en/events`);
    await expect(tab.locator('html')).toHaveAttribute('data-hydrated', '');
    await primesOf(tab).click();
    await expect.poll(shown).toBe(result);
    expect(problems).toEqual([]);
    await exported.stop();
  });

  await test.step('what is between server and browser could change it: browsers check no integrity of workers', async () => {
    const body = "self.onmessage = () => postMessage('changed');";
    await tab.route('**/workers/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await tab.goto(address);
    await expect(tab.locator('html')).toHaveAttribute('data-hydrated', '');
    await primesOf(tab).click();
    await expect(primesOf(tab)).toHaveAttribute('data-primes', 'changed');
  });

  for (const name of ['firefox', 'webkit'] as const)
    await test.step(name, async () => {
      const start = await findEngine(name);
      if (!start) return console.error(`${name} is not on this machine: nobody has tried the worker in it.`);
      const { visitor, close } = await start({ origin: site.origin, dark: false, javaScript: true });
      await visitor.visit('/en/events');
      await visitor.press('[data-primes]');
      const counted = () =>
        visitor.evaluate(() => document.querySelector<HTMLElement>('[data-primes]')?.dataset.primes);
      await visitor.until(async () => Boolean(await counted()), 'the worker has answered');
      expect(await counted()).toBe(result);
      await close();
    });
  await Promise.all([team.leave(), store.remove()]);
});

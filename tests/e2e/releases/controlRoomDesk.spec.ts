/** The owner's desk in a browser: read, answered, found, deleted and imported with the keyboard, without scripts, in both themes. */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { storeMessage } from '@site/api/contact/store.ts';
import { openDatabase } from '@site/api/database/open.ts';
import type { Database } from '@site/api/database/schema.ts';
import { selectNews } from '@site/api/news/queries.ts';
import { type ControlRoom, openControlRoom } from '@site/control-room/controlRoom.ts';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { ServerLog } from '@site/releases/ServerLog.ts';
import { unnamedSite } from '@site/releases/signing/audience.ts';
import { makeSigningKey } from '@site/releases/signing/keys.ts';
import { trustFile } from '@site/releases/signing/Trust.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { axeViolations, smallTargets } from '../accessible/axeViolations.ts';

interface Desk extends Pick<ControlRoom, 'origin'> {
  /** Lets the owner in. */
  readonly link: () => string;
  readonly database: Database;
  /** A feed of two items. */
  readonly feed: string;
}

/** Words that would run, show or send something in any context. */
const attack = `"'></bdi></p></main><img src=x onerror="pwned=1"><script>pwned=1</script><form action=//evil.example><button>`;

const write = (
  database: Database,
  subject: string,
  email: string,
  message = 'Could you build us an engine?\n\nKind regards',
) => storeMessage(database, { name: 'Ada Lovelace', email, subject, message }, { language: 'en', confirms: true });

const test = base.extend<{ readonly desk: Desk }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  desk: async ({}, use) => {
    const folder = await temporaryFolder('desk');
    const key = await makeSigningKey(join(folder, 'owner.key'));
    const entry = { public: key.public, apps: ['*'], signs: [], desk: true };
    await writeFile(join(folder, 'trusted.json'), JSON.stringify({ owner: entry }));
    const database = await openDatabase({ dataDir: join(folder, 'data'), sampleNews: true });
    const settings = { DATA_DIR: folder, HOST: '127.0.0.1', LOG_LEVEL: 'warn', TRUST_PROXY: 'loopback' };
    const room = await openControlRoom({
      settings,
      port: 0,
      store: new FolderStore(join(folder, 'store')),
      trust: trustFile(join(folder, 'trusted.json'), unnamedSite),
      faults: new FaultLog(folder),
      rollouts: new RolloutLog(folder),
      servers: new ServerLog(folder),
      site: async () => undefined,
      policy: defaultPolicy,
      database: async () => database,
    });
    const items = ['One', 'Two'].map(
      (title, index) =>
        `<item><title>Note ${title}</title><link>https://example.com/${index}</link><pubDate>Mon, 0${index + 1} Apr 2030 10:00:00 GMT</pubDate></item>`,
    );
    const publisher = createServer((_request, response) => {
      response.setHeader('content-type', 'application/rss+xml');
      response.end(`<rss version="2.0"><channel><title>Notes</title>${items.join('')}</channel></rss>`);
    }).listen(0, '127.0.0.1');
    await once(publisher, 'listening');
    const feed = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/feed`;
    await use({ origin: room.origin, link: () => room.link(key.public), database, feed });
    publisher.close();
    await room.close();
    await database.destroy();
  },
});

test.use({ locale: 'en-GB' });

async function comeIn(page: Page, desk: Desk): Promise<void> {
  await page.goto(desk.link());
  await page.getByRole('button', { name: 'Come in' }).click();
  await page.getByRole('link', { name: 'Desk', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your desk');
}

/** Reaches something with the keyboard alone. */
async function reach(page: Page, target: Locator): Promise<void> {
  await page.locator('body').focus();
  for (let pressed = 0; pressed < 80; pressed += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The keyboard doesn’t reach ${target} on ${page.url()}.`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await reach(page, target);
  await page.keyboard.press('Enter');
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the owner reads a message, answers it, and deletes it with the keyboard alone', async ({ page, desk }) => {
    const id = await write(desk.database, 'A new website & more', 'ada@example.com');
    await comeIn(page, desk);
    await press(page, page.getByRole('link', { name: 'A new website & more' }));
    await expect(page.getByRole('region', { name: 'What was written' })).toContainText('Could you build us an engine?');
    const link = new URL((await page.getByRole('link', { name: 'Answer by mail' }).getAttribute('href')) ?? '');
    expect(link.href).toMatch(/^mailto:ada@example\.com\?/);
    expect(link.searchParams.get('subject')).toBe('Re: A new website & more');
    expect(link.searchParams.get('body')).toContain('> Could you build us an engine?');
    await press(page, page.getByRole('link', { name: 'Delete…' }));
    await press(page, page.getByRole('link', { name: 'Keep it' }));
    await expect(page.getByRole('heading', { level: 1 }), 'a change of mind').toHaveText('Message');
    await press(page, page.getByRole('link', { name: 'Delete…' }));
    await press(page, page.getByRole('button', { name: 'Delete for good' }));
    await expect(page.getByRole('status')).toHaveText('The message is deleted for good, with its mails.');
    await expect(page.getByText('Nobody has written yet.')).toBeVisible();
    await page.goto(`${desk.origin}/en/desk/messages/${id}`);
    await expect(page.getByRole('main')).toContainText('somebody has deleted it');
  });

  test('the owner finds, exports and erases a person’s data', async ({ page, desk }) => {
    await write(desk.database, 'Plain', 'ada@example.com');
    await write(desk.database, 'Capitals', 'ADA@example.com');
    await write(desk.database, 'Stays', 'grace@example.com');
    await comeIn(page, desk);
    await page.getByRole('link', { name: 'A person’s data' }).click();
    await page.getByLabel('E-mail address of a sender').fill('ada@example.com');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toContainText('2 messages');
    await expect(page, 'the address stays out of the browser’s history').not.toHaveURL(/ada/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as a file' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^personal-data-[\d-]{10}\.json$/);
    const exported = JSON.parse(await readFile(await download.path(), 'utf8')) as { messages: { subject: string }[] };
    expect(exported.messages.map(({ subject }) => subject).sort()).toEqual(['Capitals', 'Plain']);
    await page.getByRole('button', { name: 'Erase everything…' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Erase everything about this person?');
    await page.getByRole('button', { name: 'Erase everything' }).click();
    await expect(page.getByRole('status')).toContainText('is deleted for good');
    await expect(page.locator('.log > li')).toHaveText([
      /Erased \(2 messages\)/,
      /Exported \(2 messages\)/,
      /Found \(2 messages\)/,
    ]);
    expect(await desk.database.selectFrom('messages').select('subject').execute()).toEqual([{ subject: 'Stays' }]);
  });

  test('the owner looks at a feed, imports a part of it, and removes that again', async ({ page, desk }) => {
    await comeIn(page, desk);
    await press(page, page.getByRole('link', { name: 'News', exact: true }));
    await press(page, page.getByRole('link', { name: 'Import a feed' }));
    await reach(page, page.getByLabel('Address of the feed'));
    await page.keyboard.type(desk.feed);
    await press(page, page.getByRole('button', { name: 'Look at it first' }));
    await expect(page.getByRole('main')).toContainText('2 new items.');
    expect((await selectNews(desk.database)).filter(({ source }) => source === 'Notes')).toEqual([]);
    await reach(page, page.getByRole('checkbox', { name: 'New Note Two' }));
    await page.keyboard.press('Space');
    await press(page, page.getByRole('button', { name: 'Import what is ticked' }));
    await expect(page.getByRole('status')).toHaveText('New items: 1. Changed items: 0.');
    expect((await selectNews(desk.database)).flatMap(({ source, title }) => (source === 'Notes' ? title : []))).toEqual(
      ['Note One'],
    );
    await press(page, page.getByRole('link', { name: 'Remove… Note One' }));
    await press(page, page.getByRole('button', { name: 'Remove from the blog' }));
    await expect(page.getByRole('status')).toHaveText('The item is no longer on the blog.');
    expect((await selectNews(desk.database)).filter(({ source }) => source === 'Notes')).toEqual([]);
  });
});

test('everybody can read it, light and dark, wide and narrow, whatever visitors wrote', async ({ page, desk }) => {
  const id = await write(desk.database, attack, 'ada@example.com', `${attack}\n${'x'.repeat(500)}`);
  await write(desk.database, 'y'.repeat(200), `${'z'.repeat(60)}@example.com`);
  await desk.database
    .updateTable('outbox')
    .set({ state: 'dead', attempts: 9, last_error: `550 ${attack}` })
    .execute();
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await comeIn(page, desk);
  const paths = [
    '',
    '/messages',
    `/messages/${id}`,
    `/messages/${id}/delete`,
    '/mails',
    '/person',
    '/news',
    '/news/add',
    '/news/import',
    '/ready',
  ];
  const look = async (name: string) => {
    expect(await page.locator('main img, script, iframe, form[action*="evil"], [onerror], [style]').count(), name).toBe(
      0,
    );
    expect(await axeViolations(page, { name }, 'all'), name).toEqual([]);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await axeViolations(page, { name }, 'of appearance'), `${name} ${width} ${colorScheme}`).toEqual([]);
      }
      expect(await smallTargets(page), `${name} ${width}`).toEqual([]);
      const beside = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(beside, `${name} ${width}`).toBeLessThanOrEqual(0);
    }
  };
  for (const path of paths) {
    await page.goto(`${desk.origin}/fr/desk${path}`);
    await look(path);
  }
  await page.goto(`${desk.origin}/en/desk/messages`);
  await page.getByLabel('E-mail address of a sender').fill('ada@example.com');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A person’s data');
  await look('a person');
  await page.goto(`${desk.origin}/en/desk/news/import`);
  await page.getByLabel('Address of the feed').fill(desk.feed);
  await page.getByRole('button', { name: 'Look at it first' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What would change');
  await look('a preview');
  expect(complaints).toEqual([]);
});

import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { openControlRoom } from '@site/control-room/controlRoom.ts';
import { openDatabase } from '@site/api/database/open.ts';
import { storeMessage } from '@site/api/contact/store.ts';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { makeSigningKey } from '@site/releases/signing/keys.ts';
import { trustFile } from '@site/releases/signing/Trust.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';

const folder = await mkdtemp('/tmp/desk-shots-');
const key = await makeSigningKey(join(folder, 'k'));
await writeFile(join(folder, 't.json'), JSON.stringify({ ada: { public: key.public, apps: ['*'], signs: [], desk: true } }));
const database = await openDatabase({ dataDir: join(folder, 'data'), sampleNews: true });
for (let i = 0; i < 30; i++)
  await storeMessage(database, { name: `Ada Lovelace ${i}`, email: `ada${i}@example.com`, subject: i === 3 ? 'x'.repeat(180) : `A new website for us, number ${i}`, message: `Hello,\n\ncould you build us an engine? ${i}\n\nKind regards\nAda` }, { language: 'fr', confirms: true });
const rows = await database.selectFrom('messages').selectAll().orderBy('id').execute();
await database.updateTable('outbox').set({ state: 'delivered', attempts: 1, ended_at: new Date().toISOString() }).where('message_id', 'in', rows.slice(3).map((r) => r.id)).execute();
await database.updateTable('outbox').set({ state: 'dead', attempts: 12, ended_at: new Date().toISOString(), last_error: '550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in virtual mailbox table' }).where('message_id', '=', rows[0]!.id).execute();
const room = await openControlRoom({ settings: { DATA_DIR: folder, HOST: '127.0.0.1', LOG_LEVEL: 'info', TRUST_PROXY: 'loopback' }, port: 0, store: new FolderStore(join(folder, 'store')), trust: trustFile(join(folder, 't.json'), 'x'), faults: new FaultLog(folder), rollouts: new RolloutLog(folder), site: async () => undefined, policy: defaultPolicy, database: async () => database });
const feed = createServer((_q, r) => r.setHeader('content-type', 'application/rss+xml').end(`<rss version="2.0"><channel><title>Notes of the street</title>${[1, 2, 3].map((n) => `<item><title>Note ${n} about something that is rather long to read</title><link>https://example.com/a/very/long/path/to/an/article/${n}</link><pubDate>${n === 3 ? 'some day' : `Mon, 0${n} Apr 2030 10:00:00 GMT`}</pubDate></item>`).join('')}</channel></rss>`)).listen(0);
const address = `http://127.0.0.1:${(feed.address() as { port: number }).port}/feed`;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const context = await browser.newContext({ locale: 'en-GB' });
const page = await context.newPage();
await page.goto(room.link(key.public));
await page.getByRole('button').first().click();
const id = rows[0]!.id;
const only = process.argv.slice(2);
const shot = async (name: string) => {
  for (const width of [1440, 390]) for (const colorScheme of ['light', 'dark'] as const) {
    if (width === 1440 && colorScheme === 'dark') continue;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const beside = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (beside > 0) console.log('SCROLL', name, width, beside);
    await page.screenshot({ path: `/tmp/w/desk-shots/${name}-${width}-${colorScheme}.png`, fullPage: width === 390 });
  }
};
const paths: Record<string, string> = { front: '/en/desk', messages: '/en/desk/messages', message: `/fr/desk/messages/${id}`, delete: `/es/desk/messages/${id}/delete`, mails: '/en/desk/mails', person: '/fr/desk/person', news: '/en/desk/news', add: '/fr/desk/news/add', import: '/es/desk/news/import', ready: '/fr/desk/ready' };
for (const [name, path] of Object.entries(paths)) { if (only.length && !only.includes(name)) continue; await page.goto(room.origin + path); await shot(name); }
if (!only.length || only.includes('found')) { await page.goto(`${room.origin}/en/desk/messages`); await page.locator('#address').fill('ada3@example.com'); await page.keyboard.press('Enter'); await page.waitForURL('**/person'); await shot('found'); }
if (!only.length || only.includes('preview')) { await page.goto(`${room.origin}/en/desk/news/import`); await page.locator('#address').fill(address); await page.keyboard.press('Enter'); await page.waitForURL('**/preview'); await shot('preview'); await page.locator('[name=take]').first().uncheck(); await page.getByRole('button', { name: 'Import what' }).click(); await shot('imported'); }
await browser.close(); await room.close(); await database.destroy(); feed.close();
process.exit(0);

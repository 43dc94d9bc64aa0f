import { addresses } from '@site/testkit/site/addresses.ts';
import { news, texts } from '@site/testkit/site/texts.ts';
import { expect, expectSoon, test } from './engineTest.ts';

const { redirect } = texts.en.blog;
const [article] = news.en;

for (const { what, page, host } of [
  { what: 'video', page: 'blog', host: 'www.youtube-nocookie.com:443' },
  { what: 'map', page: 'contact', host: 'www.openstreetmap.org:443' },
] as const) {
  test(`a ${what} contacts no third party until it is pressed`, async ({ visitor }) => {
    await visitor.visit(addresses.en[page]);
    await visitor.evaluate(() => document.querySelector('main iframe')?.scrollIntoView({ block: 'center' }));
    await expectSoon(() => visitor.isInWindow('main iframe')).toBe(true);
    expect(visitor.others).toEqual([]);
    await visitor.press('main iframe');
    await expectSoon(async () => new Set(visitor.others)).toEqual(new Set([host]));
    expect(await visitor.path()).toBe(addresses.en[page]);
  });
}

test('an article counts down, and redirects to its source', async ({ visitor }) => {
  await visitor.visit(addresses.en.article);
  expect(await visitor.text('h1')).toBe(article.title);
  // It begins at 10. A busy machine may miss the second of a number.
  await expectSoon(async () => Number((await visitor.text('[role="timer"]')) ?? Number.NaN)).toBeLessThan(10);
  // The countdown follows the clock: skip the rest of it.
  await visitor.evaluate(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + 8_500;
  });
  const { host } = new URL(article.link);
  await expectSoon(async () => visitor.others).toEqual([`${host}:443`]);
});

test('a visitor who chooses to stay with an article is not redirected', async ({ visitor }) => {
  await visitor.visit(addresses.en.article);
  await visitor.press('button', redirect.stay);
  await expectSoon(() => visitor.text('main')).toContain(redirect.stayed);
  expect(await visitor.count('[role="timer"]')).toBe(0);
  expect(await visitor.path()).toBe(addresses.en.article);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@rstest/core';
import { declaredParts, describedParts } from './declaredParts.ts';
import { partsOf } from './usedParts.ts';

const folder = mkdtempSync(join(tmpdir(), 'site-parts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function used(source: string, imports = '{ Fragment, emit, useSiteEvent }') {
  writeFileSync(join(folder, 'page.tsx'), `import ${imports} from '@site/shared';\n${source}`);
  return partsOf(['page.tsx'], folder);
}

const none = { uses: {}, listens: [], emitted: {}, calls: [] };

test('a release lists which fragments its sources show with which values, and which events they listen to', () => {
  const source = `
    useSiteEvent('shop:sold', () => {});
    const page = <>
      <Fragment name="cart" props={{ sku, 'size': 'M' }} fallback={<Fragment name={'mini-cart'} />} />
      <Fragment name="cart" props={{ sku, colour: 'red' }} />
    </>;`;
  expect(describedParts({ name: 'decide' }, used(source))).toEqual({
    uses: { cart: ['colour', 'size', 'sku'], 'mini-cart': [] },
    listens: ['shop:sold'],
    calls: [],
  });
});

test('computed names and values are not listed, nor what only has the same name', () => {
  const source = 'useSiteEvent(name, f); emit(name, {}); const page = <Fragment name={name} props={{ sku }} />;';
  expect(used(source)).toEqual(none);
  expect(used('const page = <Fragment name="cart" props={{ ...all, [key]: 1 }} />;').uses).toEqual({ cart: [] });
  expect(used('const page = <Fragment name="cart" />;', '{ PageLink }')).toEqual(none);
});

test('names that are imported under others are found', () => {
  expect(used('const page = <Part name="cart" />;', '{ Fragment as Part }').uses).toEqual({ cart: [] });
});

test('the end of an article gives the latest article its own address', async () => {
  expect((await declaredParts('blog')).uses).toEqual({ 'latest-article': ['except'] });
});

test('a release lists the calls of the site’s API that its sources make, also that it makes none', async () => {
  const source =
    "const load = ({ api }) => api.listNews(language); const { sendMessage } = useApi(); api['findArticle'](slug);";
  expect(used(source, '{ useApi }').calls).toEqual(['findArticle', 'listNews', 'sendMessage']);
  expect(used('// As listNews does.\nconst listNews = "sendMessage"; api[listNews]();', '{ useApi }').calls).toEqual(
    [],
  );
  for (const [remote, calls] of Object.entries({
    blog: ['findArticle', 'listNews'],
    contact: ['sendMessage'],
    marketing: [],
  }))
    expect((await declaredParts(remote)).calls, remote).toEqual(calls);
});

test('an event belongs to the remote whose name it begins with, and is declared before it is emitted', () => {
  const emits = { 'shop:sold': { count: 'number' } } as const;
  const emitting = used("emit('shop:sold', { count: 1 });");
  expect(describedParts({ name: 'shop', emits }, emitting)).toEqual({ emits, calls: [] });
  expect(() => describedParts({ name: 'shop' }, emitting)).toThrow(
    'BUILD-REMOTE shop emits the event "shop:sold" in page.tsx, which src/remote.ts doesn’t declare. Add it there: emits: { "shop:sold": { … } }.',
  );
  expect(() => describedParts({ name: 'decide' }, emitting)).toThrow('call it "decide:sold"');
  expect(() => describedParts({ name: 'decide', emits }, none)).toThrow(
    'BUILD-REMOTE decide declares the event "shop:sold" in src/remote.ts. The names of its events begin with its own: call it "decide:sold".',
  );
});

test.each([
  ['21 events', Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`shop:sold-${index}`, {}]))],
  [
    '11 fields',
    { 'shop:sold': Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`field${index}`, 'text'])) },
  ],
  ['a capital', { 'shop:Sold': {} }],
  ['a field of another kind', { 'shop:sold': { count: 'date' } }],
])('events with %s are refused when the remote is built', (_, emits) => {
  expect(() =>
    describedParts({ name: 'shop', emits: emits as Record<`${string}:${string}`, Record<string, 'text'>> }, none),
  ).toThrow('BUILD-REMOTE shop can’t be described');
});

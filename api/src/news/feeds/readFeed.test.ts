import { describe, expect, test } from '@rstest/core';
import { readFeed } from './readFeed.ts';

const read = (text: string, url?: string) => readFeed({ name: 'feed', text, url });
const namespaces =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:a10="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"';
const rss = (items: string, attributes = '') =>
  `<rss version="2.0" ${namespaces} ${attributes}><channel><title>T</title><link>https://t.example/home/</link>${items}</channel></rss>`;
const item = '<item><title>A title</title><link>https://t.example/1</link></item>';
const atom = (content: string, attributes = '') =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}><title>T</title>${content}</feed>`;

describe('what follows a feed does not belong to it', () => {
  test.each([
    '<!-- Cached by <a href="https://cache.example/">Cache</a> in 0.3 s -->',
    '<!-- unfinished </rss> <item>',
    '<script>if (1<2) document.write("</rss><b>&x;")</script>',
    '<br /><b>Warning</b>: something < something else',
    '</channel></rss>',
    '<?php ?>',
  ])('%s', (rest) => {
    expect(read(`${rss(item)}\n${rest}`).items).toHaveLength(1);
  });

  test.each([
    rss(`<item><title><![CDATA[</rss>]]></title></item>${item}`),
    rss(`<!-- </rss> -->${item}${item}`),
    atom(
      '<entry><title>1</title><content type="application/xml"><feed><title/></feed></content></entry><entry/>',
    ).replace('<entry/>', '<entry><title>2</title></entry>'),
  ])('but all of it does: %s', (text) => {
    expect(read(text).items).toHaveLength(2);
  });

  test.each([
    rss(item).replace('</rss>', ''),
    rss(item).replace('</rss>', '<!-- </rss>'),
    rss(item).replace('</channel></rss>', '<item><title><![CDATA[</rss>'),
  ])('a feed that is cut off is refused: %s', (text) => {
    expect(() => read(text)).toThrow('NEWS-FORMAT');
  });

  test('many unfinished tags and comments take time in proportion to their number', () => {
    for (const part of ['<rss', '<rss>', '<!--', '<![CDATA[', '</rss'])
      expect(() => read(part.repeat(300_000))).toThrow('NEWS-FORMAT');
  });
});

test('what CDATA holds is text, whatever it looks like', () => {
  const title = '<!-- comment --> & <template> &amp; &nbsp; in HTML';
  const feed = read(atom(`<entry><title><![CDATA[${title}]]></title></entry>`));
  expect(feed.items[0]?.title).toBe(title);
});

describe('a relative link is resolved against', () => {
  const address = 'https://t.example/feeds/all.xml';
  const entry = (attributes = '', href = 'posts/1') =>
    `<entry ${attributes}><title>1</title><id>1</id><link href="${href}"/></entry>`;
  const home = '<link href="https://t.example/home/"/>';
  const self = '<link rel="self" href="https://t.example/self/feed.xml"/>';
  const feedBase = 'xml:base="https://t.example/blog/"';

  test.each([
    ['the base of its feed', atom(home + entry(), feedBase), 'https://t.example/blog/posts/1'],
    ['its own base', atom(entry('xml:base="https://t.example/own/"'), feedBase), 'https://t.example/own/posts/1'],
    [
      'its own base, relative to its feed’s',
      atom(entry('xml:base="2030/"'), feedBase),
      'https://t.example/blog/2030/posts/1',
    ],
    ['a base relative to the feed’s address', atom(entry(), 'xml:base="/b/"'), 'https://t.example/b/posts/1'],
    ['the feed’s address', atom(home + self + entry()), 'https://t.example/feeds/posts/1'],
    ['a base that is none, not at all', atom(entry(), 'xml:base="http://["'), 'https://t.example/feeds/posts/1'],
    ['the scheme of the feed’s address', atom(entry('', '//u.example/1')), 'https://u.example/1'],
    [
      'the base of an item in RSS',
      rss('<item xml:base="https://t.example/b/"><link>posts/1</link></item>'),
      'https://t.example/b/posts/1',
    ],
    ['the base of RSS', rss('<item><link>posts/1</link></item>', feedBase), 'https://t.example/blog/posts/1'],
    [
      'the base of a channel',
      rss('<item><link>posts/1</link></item>').replace('<channel>', `<channel ${feedBase}>`),
      'https://t.example/blog/posts/1',
    ],
    ['the address of RSS', rss('<item><link>posts/1</link></item>'), 'https://t.example/feeds/posts/1'],
    [
      'the address of a JSON Feed',
      '{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","url":"posts/1"}]}',
      'https://t.example/feeds/posts/1',
    ],
  ])('%s', (_, text, link) => {
    expect(read(text, address).items[0]?.link).toBe(link);
  });

  test.each([
    ['where the feed says that it is', atom(home + self + entry()), 'https://t.example/self/posts/1'],
    ['else, its site', atom(home + entry()), 'https://t.example/home/posts/1'],
    ['nothing if nothing is known', atom(entry()), 'posts/1'],
  ])('in a file, %s', (_, text, link) => {
    expect(read(text).items[0]?.link).toBe(link);
  });
});

describe('RSS with elements of Dublin Core and Atom', () => {
  const only = (elements: string) => read(rss(`<item>${elements}</item>`)).items[0];
  const date = '2019-03-01T10:00:00Z';

  test.each([
    'dc:date',
    'dcterms:issued',
    'dcterms:created',
    'dcterms:date',
    'dcterms:modified',
    'a10:published',
    'a10:updated',
  ])('has its date in %s', (name) => {
    expect(only(`<title>T</title><${name}>${date}</${name}>`)?.dates).toEqual([date]);
  });

  test('was published before it was changed', () => {
    expect(
      only(
        `<a10:updated>3</a10:updated><dcterms:modified>4</dcterms:modified><dcterms:issued>2</dcterms:issued><pubDate>1</pubDate>`,
      )?.dates,
    ).toEqual(['1', '2', '3', '4']);
  });

  test.each([
    '<dc:title>The &lt;b&gt; element</dc:title>',
    '<title/><dc:title>The &lt;b&gt; element</dc:title>',
    '<title>&lt;img src="x"&gt;</title><dc:title>The &lt;b&gt; element</dc:title>',
    '<a10:title>The &lt;b&gt; element</a10:title>',
    '<media:title>The &lt;b&gt; element</media:title>',
  ])('has a title in %s', (title) => {
    expect(only(title)?.title).toBe('The <b> element');
  });

  test('has its link, id and text in Atom’s elements', () => {
    expect(
      only('<a10:id>7</a10:id><a10:link href="https://t.example/7"/><a10:summary>Some text</a10:summary>'),
    ).toMatchObject({ id: '7', link: 'https://t.example/7', text: 'Some text' });
  });

  test('has text beside a picture', () => {
    expect(only('<description>Words</description><content:encoded>&lt;img src="x"&gt;</content:encoded>')?.text).toBe(
      'Words',
    );
  });
});

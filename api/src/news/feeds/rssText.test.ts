import { expect, test } from '@rstest/core';
import { rssBody, rssTitle } from './rssText.ts';

test.each([
  'How the <template> element works in Safari',
  'The <title> element and search engines',
  'Use <dialog> instead of a library',
  'Array<string> or string[]?',
  'a < b and b > c',
  '<!-- comment --> in HTML',
  'I <3 the <select> element',
  'CSS <style> and <svg> tips',
  'Why <b> and <i> came back',
  'Styling <ul><li> lists',
  'When <br> is right',
  'Use <script>, not <object>',
  'What </p> closes',
  'Map<K, V> and List<Set<T>>',
  'AT&T, R&D and ?a=1&copy=2',
  'How <template>…</template> works',
  '<my-element>…</my-element>: an element of your own',
  'He said <a "quote',
  'Use <a rel="noopener"> for links, and <a href>',
  'Why <img loading="lazy"> matters',
  'The <input type="date"> element',
])('a title that names elements stays whole: %s', (title) => {
  expect(rssTitle(title)).toBe(title);
});

test.each([
  ['Un <em>vrai</em> test &amp; un titre', 'Un vrai test & un titre'],
  ['AT&amp;T and R&D &lt;b&gt;', 'AT&T and R&D <b>'],
  ['The <template> element is <b>great</b>', 'The <template> element is great'],
  ['<a href="https://t.example/">A <b>link</b></a>', 'A link'],
  ['<img src="smile.gif" alt=":)">Hello', 'Hello'],
  ['First<br>second', 'First second'],
  ['First<br /> second', 'First  second'],
  ['<script>alert(1)</script>Free <img src="data:image/svg+xml,<svg onload=alert(2)>">money', 'Free money'],
  ['&lt;script&gt; is what it&#8217;s about', '<script> is what it’s about'],
  ['caf&eacute;', 'café'],
])('%s reads %s', (title, text) => {
  expect(rssTitle(title)).toBe(text);
});

test('endless tags and quotes take time in proportion to their length', () => {
  for (const part of ['<b>', '</b>', '<a"', `<a'"`, '<a b=', '&', '<'])
    expect(rssTitle(part.repeat(3000)).length).toBeLessThan(20_000);
});

test.each([
  ['<p>One<p>two', ' One  two '],
  ['One<br>two', 'One two'],
  ['How the <template> element works', 'How the <template> element works'],
  ['<p>How the &lt;template&gt; element works</p>', ' How the <template> element works '],
])('a description %s reads %s', (html, text) => {
  expect(rssBody(html)).toBe(text);
});

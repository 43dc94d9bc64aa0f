import { expect, test } from '@rstest/core';
import { fillHoles, wholeHtml } from './holes.ts';

test.each([
  '<div data-remote="explore"><ul><li>One</li><li>Two</li></ul></div>',
  '<p>One</p><!-- --><p>Two</p>',
  '<form action="/cart" method="post"><input type="hidden" value="1"/><button disabled="">Add</button></form>',
  '<svg viewBox="0 0 9 9"><linearGradient></linearGradient><path d="M0 0"></path></svg>',
  '<table><tbody><tr><td>One</td></tr></tbody></table>',
  'Ten &lt; twenty &amp; it’s <b>fine</b>',
  '',
])('what React renders, such as %s, is whole', (html) => {
  const written = wholeHtml(html);
  expect(written).toBeDefined();
  expect(wholeHtml(written ?? ''), 'and is written the same again').toBe(written);
});

test.each([
  ['isn’t closed', '<section><a href="/en">Mine', '<section><a href="/en">Mine</a></section>'],
  ['comments out what follows', '<p>Mine</p><!-- ', '<p>Mine</p><!-- -->'],
  ['hides what follows in an attribute', '<p>Mine</p><p title="', '<p>Mine</p>'],
])('HTML that %s is closed as a browser would', (_, html, written) => expect(wholeHtml(html)).toBe(written));

test.each([
  ['ends an element around it', '</div></div><h1>Mine</h1>'],
  ['ends elements around it one by one', '<p>Mine</p></div><p>Mine</p></section>'],
  ['has a row without a table', '<tr><td>Mine</td></tr>'],
  ['begins an item of a list around it', '<li>Mine</li>'],
  ['begins an entry of a list around it', '<dt>Mine</dt>'],
  ['turns all that follows into text', '<plaintext>Mine'],
])('HTML that %s is refused', (_, html) => expect(wholeHtml(html)).toBeUndefined());

const hole = (id: string, fallback: string) =>
  `<div data-fragment="cart" data-hole="${id}">${fallback}<template data-hole-end="${id}"></template></div>`;

test('a hole has what its owner rendered, or else its fallback, and no mark is left', () => {
  const html = `<main>${hole('_R_1_', '<p>none</p>')}${hole('_R_2_', '<p>none</p>')}</main>`;
  const fills = new Map([
    ['_R_1_', '<b>Cart $& $1</b>'],
    ['_R_2_', undefined],
  ]);
  expect(fillHoles(html, fills)).toBe(
    '<main><div data-fragment="cart"><b>Cart $& $1</b></div><div data-fragment="cart"><p>none</p></div></main>',
  );
});

test('a fragment that writes the marks of another hole doesn’t get what belongs there', () => {
  const html = hole('_R_1_', '') + hole('_R_2_', '');
  const fills = new Map([
    ['_R_1_', hole('_R_2_', 'mine')],
    ['_R_2_', '<b>Theirs</b>'],
  ]);
  expect(fillHoles(html, fills)).toBe(
    `<div data-fragment="cart">${hole('_R_2_', 'mine')}</div><div data-fragment="cart"><b>Theirs</b></div>`,
  );
});

test('a hole in the fallback of a filled one is gone with it; one that a page doesn’t have, or never ends, changes nothing', () => {
  const nested = hole('_R_1_', hole('_R_2_', ''));
  const fills = new Map([
    ['_R_1_', 'outer'],
    ['_R_2_', 'inner'],
  ]);
  expect(fillHoles(nested, fills)).toBe('<div data-fragment="cart">outer</div>');
  for (const html of ['<p>none</p>', '<div data-hole="_R_1_"><p>open</p></div>'])
    expect(fillHoles(html, fills)).toBe(html);
});

import { expect, test } from '@rstest/core';
import { screen } from '@testing-library/react';
import { siteRenderer } from '../../testing/renderInSite.tsx';
import { type RichPicture, RichText } from './RichText.tsx';

const renderInSite = siteRenderer({ namespace: 'page', catalogues: { en: {}, fr: {}, es: {} } });

/** What is in the text's own element. */
function shown(html: string, props: Partial<Parameters<typeof RichText>[0]> = {}): string {
  const { container } = renderInSite(<RichText html={html} {...props} />);
  return container.firstElementChild?.innerHTML ?? '';
}

test('paragraphs, lists, quotes and tables are as an editor wrote them', () => {
  const html =
    '<p>One <strong>two</strong> &amp; <em lang="fr">trois</em></p><ol start="3"><li>a</li></ol><blockquote><p>b</p></blockquote>' +
    '<table><caption>c</caption><tbody><tr><th scope="row">d</th><td colspan="2">e</td></tr></tbody></table><pre>f\n g</pre>';
  expect(shown(html).replaceAll(/<div class="[^"]*">|<\/div>/g, '')).toBe(html);
});

test.each([
  ['text between blocks becomes paragraphs', 'one<div>two</div>three', '<p>one</p><p>two</p><p>three</p>'],
  ['a space between words stays', 'a<span> </span>b <b>c</b> <i>d</i>', '<p>a b <b>c</b> <i>d</i></p>'],
  ['rows are in a body, cells in a row', '<table><td>a', '<table><tbody><tr><td>a</td></tr></tbody></table>'],
  ['an item without a list is a paragraph', '<li>a</li>', '<p>a</p>'],
  ['bold goes on in the next block', '<b>a<p>b</p></b>c', '<p><b>a</b></p><p><b>b</b></p><p>c</p>'],
  ['a link around a block is in it', '<a href="/x"><h2>a</h2></a>', '<h2><a href="/x" class="?">a</a></h2>'],
  ['empty paragraphs are left out', '<p>a</p><p>&nbsp;</p><h2></h2><ul><li></li></ul><p>b</p>', '<p>a</p><p>b</p>'],
  ['controls and their words are left out', '<form>a <input><button>Log in</button>b</form>', '<p>a b</p>'],
  ['scripts and styles are left out', 'a<script>b</script><style>c</style><svg>d</svg>', '<p>a</p>'],
  ['classes, ids and marks of the shell are left out', '<p id="a" class="b" data-hole="c" style="d">e</p>', '<p>e</p>'],
])('%s', (_, html, expected) => {
  const plain = shown(html).replaceAll(/class="[^"]*"/g, 'class="?"');
  expect(plain.replaceAll(/<div class="\?">|<\/div>/g, '')).toBe(expected);
});

test('headings begin below the page’s title, and none is left out between', () => {
  const levels = (html: string, level?: 3) => shown(html, level && { level }).match(/<h\d/g);
  expect(levels('<h1>a</h1><h3>b</h3><h2>c</h2><h1>d</h1><h6>e</h6>')).toEqual(['<h2', '<h3', '<h3', '<h2', '<h3']);
  expect(levels('<h4>a</h4><h5>b</h5><h6>c</h6>', 3)).toEqual(['<h3', '<h4', '<h5']);
});

test('links lead to the site in place, to others in a new tab, and nowhere else', () => {
  shown(
    '<a href="/en/pricing?plan=starter">Prices</a> <a href="https://elsewhere.example" rel="opener">Elsewhere</a> ' +
      '<a href="mailto:a@b.example">Write</a> <a href="java&#10;script:alert(1)">Bad</a> <a href="page.html">Near</a>',
  );
  const links = screen
    .getAllByRole('link')
    .map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name)));
  expect(links).toEqual([
    ['/en/pricing?plan=starter', null, null],
    ['https://elsewhere.example', '_blank', 'noopener noreferrer'],
    ['mailto:a@b.example', null, null],
  ]);
  expect(document.body.textContent).toContain('Bad Near');
});

test('a picture of the site that says its size is shown, of others the alternative text', () => {
  const picture = '<img src="/photos/a.jpg" alt="A roof" width="300" height="200">';
  expect(shown(picture)).toBe(
    '<p><img loading="lazy" decoding="async" alt="A roof" width="300" height="200" src="/photos/a.jpg"></p>',
  );
  expect(shown('<img src="/photos/a.jpg" alt="A roof">')).toBe('<p>A roof</p>');
  expect(shown('<img src="https://cms.example/a.jpg" alt="A roof" width="3" height="2">')).toBe('<p>A roof</p>');
});

test('a page may show pictures itself', () => {
  const seen: RichPicture[] = [];
  const picture = (one: RichPicture) => {
    seen.push(one);
    return <i>{one.alt}</i>;
  };
  expect(shown('<p><img src="https://cms.example/a.jpg" alt="A roof" width="3" height="2"></p>', { picture })).toBe(
    '<p><i>A roof</i></p>',
  );
  expect(seen).toEqual([{ src: 'https://cms.example/a.jpg', alt: 'A roof', width: 3, height: 2 }]);
});

import { expect, test } from '@rstest/core';
import { lostTexts, remoteTexts } from './remoteTexts.ts';

const page = (content: string) =>
  `<nav>Menu</nav><main><div data-remote="blog">${content}</div></main><footer>Foot</footer>`;

test('visitors read or hear a page’s texts, and attributes such as a picture’s description', () => {
  const html = page(
    '<h1>News &amp; more</h1><p>Hello<!-- -->, you</p><img alt="A house"><button aria-label="Close">×</button><style>p{}</style>',
  );
  expect(remoteTexts(html)).toEqual(['News & more', 'Hello, you', 'A house', 'Close', '×']);
});

test('where a word may be divided is no difference', () => {
  expect(remoteTexts(page('<h1>E-mail deliv\u00ADer\u00ADabil\u00ADity</h1>'))).toEqual(['E-mail deliverability']);
});

test('a text is lost when it is shown less often, not when it is elsewhere on the page', () => {
  expect(lostTexts(['Title', 'A lead', 'Read on', 'Read on'], ['Title', 'Read', 'on'])).toEqual(['A lead', 'Read on']);
  expect(lostTexts(['Title', 'A lead'], ['A', 'lead', 'Title', 'new'])).toEqual([]);
});

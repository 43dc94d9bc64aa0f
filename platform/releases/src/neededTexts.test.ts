import { expect, test } from '@rstest/core';
import { isNeeded } from './neededTexts.ts';

const pages = [
  { name: 'list', sections: ['list', 'filter'] },
  { name: 'sales', languages: ['fr'] as const, sections: ['sales', 'filter'] },
];

test.each([
  ['the words about a page in its language', 'routes.sales.title', 'fr', true],
  ['the words about a page in another language', 'routes.sales.title', 'en', false],
  ['the words about a page that is in all', 'routes.list.title', 'es', true],
  ['a section of a page in its language', 'sales.title', 'fr', true],
  ['a section of a page in another language', 'sales.title', 'es', false],
  ['a section that a page in all languages shows too', 'filter.all', 'es', true],
  ['a section that no page lists', 'mail.subject', 'es', true],
  ['words about no page', 'routes.gone.title', 'es', true],
] as const)('%s', (_, key, language, expected) => {
  expect(isNeeded(key, language, pages)).toBe(expected);
});

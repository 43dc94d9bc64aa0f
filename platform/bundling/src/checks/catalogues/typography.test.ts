import { expect, test } from '@rstest/core';
import type { Language } from '@site/shared/i18n/languages.ts';
import { breaches } from './typography.ts';

test.each<[Language, string]>([
  ['en', 'It’s “ready”: go!'],
  ['en', 'Loading…'],
  ['en', 'Web de\u00ADvel\u00ADop\u00ADment'],
  ['fr', 'Prêt\u202F? Oui\u202F! C’est «\u00A0ouvert\u00A0»\u00A0: 29\u00A0€, 99\u00A0%\u202F?!'],
  ['fr', 'De 9:30 à 18:00, pour 100\u202F000 visiteurs\u202F; en 2026'],
  ['es', '¿Listo? ¡Sí, ya está!'],
])('%s: accepts %s', (language, text) => {
  expect(breaches(language, text)).toEqual([]);
});

test.each<[Language, string]>([
  ['en', "It's ready"],
  ['en', 'The "best"'],
  ['en', 'Ready ?'],
  ['en', 'Loading...'],
  ['en', 'Two  spaces'],
  ['en', 'A\u00ADbout us'],
  ['en', 'Web\u00AD development'],
  ['fr', 'Prêt?'],
  ['fr', 'Prêt ?'],
  ['fr', 'Prêt\u00A0?'],
  ['fr', 'Prêt\u00A0; parti'],
  ['fr', '100\u00A0000'],
  ['fr', 'Prix : 3'],
  ['fr', '29 €'],
  ['fr', '« ouvert\u00A0»'],
  ['fr', '«\u00A0ouvert »'],
  ['fr', '“ouvert”'],
  ['es', 'Listo?'],
  ['es', '¿Listo? Sí!'],
])('%s: refuses %s', (language, text) => {
  expect(breaches(language, text)).toHaveLength(1);
});

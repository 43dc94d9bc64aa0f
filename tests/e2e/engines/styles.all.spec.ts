import { builtStyles, hasFallback, type PlacedPart, refusedParts } from './builtStyles.ts';
import { expect, test } from './engineTest.ts';

const nonsense: readonly PlacedPart[] = [
  { part: { kind: 'declaration', property: 'colour', value: 'red' }, file: 'nowhere', supports: [] },
  { part: { kind: 'rule', text: 'a:nonsense {}' }, file: 'nowhere', supports: [] },
];

test('the engine supports everything in the style sheets, or there is a fallback', async ({ visitor, engine }) => {
  await visitor.open('/robots.txt');
  expect(await visitor.evaluate(refusedParts, nonsense), 'the engine says so').toHaveLength(nonsense.length);
  const refused = await visitor.evaluate(refusedParts, await builtStyles());
  expect(refused.filter((part) => !hasFallback(engine, part))).toEqual([]);
});

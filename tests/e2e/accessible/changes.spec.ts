import { addresses } from '@site/testkit/site/addresses.ts';
import { secondTier } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';
import { restyle } from '../visual/screenshot.ts';
import { openIn } from '../visual/settings.ts';
import { views } from '../visual/views.ts';
import { expect, test } from '../visual/visualTest.ts';
import { smallTargets } from './axeViolations.ts';
import { unreadableText } from './unreadableText.ts';

openIn({ width: 320, height: 800 });

test('text that becomes unreadable is reported', async ({ page }) => {
  const mistakes = {
    'scrolls sideways': 'main h1 { min-inline-size: 400px }',
    'is beyond the window': 'main { overflow: clip } main h1 { white-space: nowrap; text-indent: 200px }',
    'is cut': 'main p { block-size: 1em; overflow: clip }',
    'cover each other': 'main h1 { margin-block-end: -2em }',
  };
  await visit(page, addresses.en.pricing);
  expect(await unreadableText(page)).toEqual([]);
  for (const [problem, css] of Object.entries(mistakes)) {
    await restyle(page, css);
    expect.soft((await unreadableText(page)).join('\n'), css).toContain(problem);
  }
});

test('a control that becomes too small is reported', secondTier, async ({ page, form }) => {
  await views.find(({ name }) => name === 'contact')?.open({ page, form, language: 'en' });
  expect(await smallTargets(page)).toEqual([]);
  await restyle(page, 'form button { min-block-size: 0; block-size: 40px }');
  expect(await smallTargets(page)).toHaveLength(1);
});

import { expect, test } from '@rstest/core';
import { plainSet, type Release } from '@site/releases/Release.ts';
import type { Shown } from '@site/renderer/outcome/outcome.ts';
import { PageCircuitBreakers } from '@site/renderer/views/PageCircuitBreakers.ts';
import type { PageView } from '@site/renderer/views/renderView.ts';
import { withFragments } from '@site/renderer/views/withFragments.ts';
import { pageTags } from './cacheTags.ts';

const release = (name: string, fragments = {}): Release =>
  ({ manifest: { name, version: 'version-1', publicPath: '/', entry: 'remote.js', fragments } }) as unknown as Release;

const shell = release('shell');
const decide = release('decide');
const explore = release('explore', { recommendations: { module: './fragment-recommendations' } });

const parts = { html: '<b>A kite</b>', data: null, boot: { request: { language: 'en' }, strings: {} } };
const policyOfNobody = {
  claims: {},
  reserved: [],
  others: 'own-name',
  menu: { pages: [], others: false },
  footer: { legal: [], company: [], others: false },
} as const;

const hole = '<div data-hole="1"><template data-hole-end="1"></template></div>';

test.each([
  ['trusted', {}],
  ['isolated, and whose code doesn’t run there', { explore: 'document' }],
] as const)('a page has the tag of the release of its fragment, whose remote is %s', async (_, isolation) => {
  const policy = { ...policyOfNobody, fragments: { recommendations: 'explore' }, isolation };
  const live = plainSet(shell, new Map([decide, explore].map((each) => [each.manifest.name, [each]])), policy);
  const rendered = { kind: 'whole', status: 200, parts, missingTexts: [] };
  const page = {
    ...rendered,
    parts: { ...parts, html: hole, holes: [{ id: '1', name: 'recommendations', props: {} }] },
    shell,
    remotes: new Map([['decide', decide]]),
  } as unknown as Shown<PageView>;
  const filled = await withFragments(
    page,
    {
      live,
      job: { request: { url: '/en/kite', language: 'en' }, registry: {}, routes: live.routes } as never,
      route: { remote: 'decide', module: './kite' } as never,
      release: decide,
      visitor: { address: '127.0.0.1' },
      preferred: new Map([['explore', explore]]),
    },
    {
      renderer: { render: async () => rendered as never },
      circuitBreakers: new PageCircuitBreakers({ clearFault: () => {} } as never, {} as never),
      rollouts: { renderFailed: () => {} },
      releases: { reportFault: () => {} },
    },
  );
  expect(filled.parts.html).toContain('A kite');
  expect(pageTags(filled, live, '')).toEqual(
    expect.arrayContaining(['pages', 'shell@version-1', 'decide@version-1', 'explore@version-1']),
  );
});

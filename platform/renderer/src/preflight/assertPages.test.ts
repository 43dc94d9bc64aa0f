import { expect, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import type { Shown } from '../outcome/outcome.ts';
import type { RenderedView } from '../outcome/readOutcome.ts';
import { assertOwnHead } from './assertPages.ts';
import type { PreflightPage } from './preflightPages.ts';

const remote = { manifest: { name: 'blog', version: 'version-1' } } as Release;
const page = { url: '/en/blog', module: './list', remote } as PreflightPage;
const view = { kind: 'whole', status: 200, missingTexts: [] } as unknown as Shown<RenderedView>;

test('a page whose head leads to another site is refused, and its team reads how to say that it should', () => {
  expect(() => assertOwnHead(page, { ...view, leftOut: ['canonical https://elsewhere.example/'] })).toThrow(
    'RELEASE-PREFLIGHT /en/blog (./list of blog@version-1) leads to another site: canonical https://elsewhere.example/. If it should, give the page isRedirect: true in remote.ts; otherwise remove it.',
  );
  expect(() => assertOwnHead(page, view)).not.toThrow();
});

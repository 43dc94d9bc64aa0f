import { expect, test } from '@rstest/core';
import { singletonRanges } from '@site/bundling/bundles/singletons.ts';
import { contractVersion } from '@site/shared/contract/page.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { misfitOf } from './liveShell.ts';

const singletons = Object.fromEntries(
  Object.entries(singletonRanges).map(([name, range]) => [name, range.replace(/^\^/, '')]),
);

const live = (provided: object) =>
  ({
    name: 'shell',
    version: 'live-1',
    contract: contractVersion,
    singletons,
    ...provided,
  }) as ReleaseManifest;

test('a shell that has what the sources use fits them', () => {
  expect(misfitOf('marketing', live({}))).toBeUndefined();
});

test.each([
  ['a component', { exports: { '@site/shared': ['Section'] } }, '`PageHeader`'],
  ['a property', { properties: { PageHeader: ['subtitle'] } }, 'of PageHeader'],
])('an old shell that lacks %s is said to be old, by the name of what is missing', (_, provided, missing) => {
  const misfit = misfitOf('marketing', live(provided))?.message;
  expect(misfit).toContain('SITE-SHELL The site’s shell@live-1 (@site/shared ');
  expect(misfit).toContain(missing);
});

import { expect, test } from '@rstest/core';
import { buildApp, declaredPage, newFolder } from '@site/testkit/releases/fixtures.ts';
import { assertWithinLimits, releaseLimits } from './limits.ts';

const manifest = await buildApp(await newFolder(), { name: 'events' });

test('a release exactly at the limits is allowed', () => {
  const pages = Array.from({ length: releaseLimits.pages }, (_, index) =>
    declaredPage({
      name: `page-${index}`,
      path: `page-${index}`,
      places: index < releaseLimits.menuPlaces ? ['menu'] : [],
    }),
  );
  assertWithinLimits({ ...manifest, pages });
});

test('an error names only a few of the exceeded limits, however many there are', () => {
  const long = 'x'.repeat(releaseLimits.pathLength + 1);
  const pages = Array.from({ length: 40 }, (_, index) =>
    declaredPage({ name: `page-${index}`, path: `${long}${index}` }),
  );
  const read = () => assertWithinLimits({ ...manifest, pages });
  expect(read).toThrow(
    /^RELEASE-LIMIT events@version-1 .*102 characters of a path of the page "page-0" \(pathLength: at most 100\)/,
  );
  expect(read).not.toThrow('page-5"');
});

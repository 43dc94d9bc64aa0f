import { expect, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import type { NewsItem } from '@site/shared/contract/news.ts';
import type { SiteRoutes } from '@site/shared/routes/composeTable.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { specifiedRoutes } from '@site/shared/testing/routes.ts';
import { lastModified } from './lastModified.ts';

const since: Readonly<Record<string, string>> = { shell: '2026-01-02', marketing: '2026-01-01', blog: '2026-01-03' };

const release = (name: string) => ({ manifest: { name } }) as Release;

const releases = {
  current: () => ({
    shell: release('shell'),
    remotes: new Map(['marketing', 'blog', 'contact'].map((name) => [name, [release(name)]])),
    candidates: new Map(),
    unreachable: new Map(),
    gone: [],
    unusable: [],
    refused: new Map(),
    refusedPolicy: undefined,
    fallbacks: [],
    policy: openPolicy,
    routes: specifiedRoutes as SiteRoutes,
    signature: '',
  }),
  liveSince: ({ manifest }: Release) => (since[manifest.name] ? new Date(since[manifest.name] ?? '') : undefined),
};

const news = (...days: readonly string[]) => days.map((publication_date) => ({ publication_date }) as NewsItem);

const day = (date: Date | undefined) => date?.toISOString().slice(0, 10);

test('a page changes with its remote and with the shell, whichever is later', () => {
  const changed = lastModified(releases, {});
  expect(day(changed('pricing', 'en'))).toBe('2026-01-02');
  expect(day(changed('blog', 'en'))).toBe('2026-01-03');
});

test('the blog changes with its newest article, in that language', () => {
  const changed = lastModified(releases, { en: news('2026-02-01', '2025-12-01'), fr: [] });
  expect(day(changed('blog', 'en'))).toBe('2026-02-01');
  expect(day(changed('blog', 'fr'))).toBe('2026-01-03');
  expect(day(changed('pricing', 'en'))).toBe('2026-01-02');
});

test('unknown, future and invalid dates are ignored', () => {
  const changed = lastModified(releases, { en: news('2999-01-01', 'soon') });
  expect(day(changed('blog', 'en'))).toBe('2026-01-03');
  expect(day(changed('contact', 'en'))).toBe('2026-01-02');
});

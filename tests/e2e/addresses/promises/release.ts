import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { PageName } from '@site/testkit/site/addresses.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import type { Visited } from './Visited.ts';

/** The remote of each page; `marketing` for all others. */
const remoteOf: Partial<Record<PageName, string>> = { blog: 'blog', article: 'blog', contact: 'contact', notFound: '' };

interface Release {
  readonly version: string;
  readonly singletons: Record<string, string>;
}

const readJson = async <Content>(...path: string[]) =>
  JSON.parse(await readFile(join(testedReleases, ...path), 'utf8')) as Content;

/** The live release of a remote. */
export async function releaseOf(remote: string): Promise<Release> {
  const { version } = await readJson<{ version: string }>(remote, 'current.json');
  return await readJson<Release>(remote, version, 'release.json');
}

/** The 404 page names none. The fragments on a page name theirs. */
export async function namesRelease({ page, answer: { body } }: Visited): Promise<void> {
  const remote = remoteOf[page] ?? 'marketing';
  const marks = [...body.matchAll(/(?<!data-fragment="[^"]*"><div) data-remote="([^"]*)" data-release="([^"]*)"/g)].map(
    ([, ...mark]) => mark,
  );
  expect(marks).toEqual(remote ? [[remote, (await releaseOf(remote)).version]] : []);
}

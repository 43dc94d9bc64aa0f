import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { testedReleases } from '@site/testkit/site/releases.ts';
import type { Visited } from './Visited.ts';

interface Release {
  readonly version: string;
  readonly singletons: Record<string, string>;
}

/** The live release of a remote. */
export async function releaseOf(remote: string, releases = testedReleases): Promise<Release> {
  const readJson = async <Content>(...path: string[]) =>
    JSON.parse(await readFile(join(releases, remote, ...path), 'utf8')) as Content;
  const { version } = await readJson<{ version: string }>('current.json');
  return await readJson<Release>(version, 'release.json');
}

/** The 404 page names none. The fragments on a page name theirs. */
export async function namesRelease({ remote, releases, answer: { body } }: Visited): Promise<void> {
  const marks = [...body.matchAll(/(?<!data-fragment="[^"]*"><div) data-remote="([^"]*)" data-release="([^"]*)"/g)].map(
    ([, ...mark]) => mark,
  );
  expect(marks).toEqual(remote === undefined ? [] : [[remote, (await releaseOf(remote, releases)).version]]);
}

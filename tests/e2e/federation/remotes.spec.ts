import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { everyAddress, type PageName } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { expect, test } from '../support/serverTest.ts';

/** The remote of each page; `marketing` for all others. */
const remoteOf: Partial<Record<PageName, string>> = { blog: 'blog', article: 'blog', contact: 'contact', notFound: '' };

interface Release {
  readonly version: string;
  readonly singletons: Record<string, string>;
}

const readJson = async <Content>(...path: string[]) =>
  JSON.parse(await readFile(join(testedReleases, ...path), 'utf8')) as Content;

/** The live release of a remote. */
async function releaseOf(remote: string): Promise<Release> {
  const { version } = await readJson<{ version: string }>(remote, 'current.json');
  return await readJson<Release>(remote, version, 'release.json');
}

for (const { path, page } of everyAddress) {
  const remote = remoteOf[page] ?? 'marketing';

  test(`${path} ${remote ? `names ${remote} and its release` : 'names no remote'}`, async ({ site }) => {
    const { body } = await ask(site, path);
    const marks = [...body.matchAll(/ data-remote="([^"]*)" data-release="([^"]*)"/g)].map(([, name, release]) => [
      name,
      release,
    ]);
    expect(marks).toEqual(remote ? [[remote, (await releaseOf(remote)).version]] : []);
  });
}

for (const remote of ['marketing', 'blog', 'contact']) {
  test(`the release of ${remote} lists the shared packages that it was built against`, async () => {
    const { singletons } = await releaseOf(remote);
    for (const name of ['react', 'react-router-dom', 'react-i18next', '@site/shared']) {
      expect(singletons[name], name).toMatch(/^\^\d+\.\d+\.\d+$/);
    }
  });
}

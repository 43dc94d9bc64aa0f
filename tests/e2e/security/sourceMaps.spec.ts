import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packagesFile, textsFile } from '@site/releases/contents.ts';
import { manifestFile, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { liveVersion } from '@site/testkit/site/faults/variant.ts';
import { ask } from '@site/testkit/site/http.ts';
import { testedReleases } from '@site/testkit/site/releases.ts';
import { expect, test } from '../support/serverTest.ts';

for (const app of ['shell', 'marketing', 'blog', 'contact']) {
  test(`the source maps of ${app} are not served, nor what it lists of itself, and no script refers to them`, async ({
    site,
  }) => {
    const folder = join(testedReleases, app, await liveVersion(testedReleases, app));
    const { files, publicPath, entry, server } = JSON.parse(
      await readFile(join(folder, manifestFile), 'utf8'),
    ) as ReleaseManifest;
    const maps = Object.keys(files).filter((file) => file.endsWith('.map'));
    const scripts = Object.keys(files).filter((file) => /^web\/.*\.js$/.test(file));
    expect(maps).toEqual(expect.arrayContaining([`maps/web/${entry}.map`, `maps/${server}.map`]));
    for (const map of maps) {
      const script = map.replace(/^maps\/\w+\//, '');
      for (const path of [script, map, `../${map}`, `..%2f${map}`, `../../${map}`])
        expect((await ask(site, publicPath + path)).status, publicPath + path).toBe(404);
      expect((await ask(site, `/${map}`)).status, map).toBe(404);
    }
    for (const content of [textsFile('en'), packagesFile]) {
      expect(Object.keys(files)).toContain(content);
      for (const path of [content, `../${content}`, `..%2f${content}`])
        expect((await ask(site, publicPath + path)).status, publicPath + path).toBe(404);
    }
    for (const script of scripts)
      expect(await readFile(join(folder, script), 'utf8'), script).not.toMatch(/sourceMappingURL/);
    for (const map of maps) {
      const { sourcesContent = [] } = JSON.parse(await readFile(join(folder, map), 'utf8')) as { sourcesContent?: [] };
      expect(sourcesContent, `${map} holds no sources`).toEqual([]);
    }
  });
}

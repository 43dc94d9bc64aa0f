import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile } from '@site/bundling/build.ts';
import { commonConfiguration } from '@site/bundling/bundles/common.ts';
import { frontendDiscoveryPath } from '@site/shared/contract/release.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { startStaticHost } from '@site/testkit/site/staticHost.ts';

/** Someone else's site, on its own origin, that shows pages of our remotes. */
export async function startForeignHost(site: Pick<RunningSite, 'origin'>): ReturnType<typeof startStaticHost> {
  const folder = await temporaryFolder('foreign-host');
  const web = join(folder, 'web');
  const common = commonConfiguration({
    app: 'shell',
    platform: 'browser',
    mode: 'production',
    publicPath: '/',
    output: folder,
  });
  await compile([
    {
      ...common,
      context: import.meta.dirname,
      entry: { host: './host.tsx' },
      output: {
        ...common.output,
        path: web,
        module: true,
        chunkFormat: 'module',
        filename: '[name].js',
        chunkFilename: '[name].js',
        cssFilename: '[name].css',
      },
      cache: false,
    },
  ]);
  await writeFile(join(web, 'index.html'), await documentFor(site));
  for (const language of languages) {
    await writeFile(join(web, `routes.${language}.json`), (await ask(site, `/routes.${language}.json`)).body);
    await writeFile(join(web, `news.${language}.json`), (await ask(site, `/api/v1/blog/${language}`)).body);
  }
  return startStaticHost(web);
}

/** A blank page with the import map that the site's discovery file has for its scripts. */
async function documentFor(site: Pick<RunningSite, 'origin'>): Promise<string> {
  const { microFrontends } = JSON.parse((await ask(site, frontendDiscoveryPath)).body) as Discovered;
  const maps = Object.values(microFrontends).flatMap((versions) => versions.map(({ extras }) => extras.importMap));
  const integrity = Object.assign({}, ...maps.map((map) => map.integrity));
  return `<!doctype html>
<html data-site="${site.origin}">
<title>Someone else’s site</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/host.css">
<script type="importmap">${JSON.stringify({ integrity })}</script>
<script type="module" src="/host.js"></script>
`;
}

interface Discovered {
  readonly microFrontends: Readonly<
    Record<string, readonly { readonly extras: { readonly importMap: { readonly integrity: object } } }[]>
  >;
}

/**
 * `npm run dev [-- NAME…]`: the whole site with hot reload, or the shell and the named remotes alone.
 * Remotes that aren't named are taken as they were last built. The component page is at `/_ui`.
 *
 * `npm run dev -- NAME --site URL`: one remote inside of a site that runs elsewhere; nothing else is built.
 */
import { parseArgs } from 'node:util';
import { rspack } from '@rspack/core';
import { bundlesOf } from '../../rspack.config.ts';
import { explain } from '../../shell/server/explain.ts';
import { BuildFolders } from '../../shell/server/releases/BuildFolders.ts';
import { readSettings } from '../../shell/server/settings.ts';
import { createSite } from '../../shell/server/site.ts';
import { apps, remotes, shell } from '../bundles/apps.ts';
import { buildFolder, developmentFolder } from '../bundles/folders.ts';
import { componentPage } from './componentPage.ts';
import { DevelopedApp, developmentPath } from './DevelopedApp.ts';
import { developInSite } from './inSite/developInSite.ts';
import { serveWithHotReload } from './serveWithHotReload.ts';
import { UsageError } from './UsageError.ts';

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { site: { type: 'string' } } });
  const unknown = positionals.find((name) => !apps.includes(name));
  if (unknown) throw new UsageError(`There is no "${unknown}" to work on. Choose from: ${remotes.join(', ')}.`);
  if (values.site === undefined) await develop(positionals.length > 0 ? [...new Set([shell, ...positionals])] : apps);
  else await developInSite(onlyRemote(positionals), originOf(values.site), readSettings(process.env));
} catch (error) {
  console.error(error instanceof UsageError ? error.message : explain(error));
  process.exit(1);
}

function onlyRemote([name, ...more]: readonly string[]): string {
  if (name && more.length === 0 && remotes.includes(name)) return name;
  throw new UsageError(`Name one remote to work on inside of the site: ${remotes.join(', ')}.`);
}

function originOf(site: string): string {
  const url = URL.parse(site);
  if (url && ['http:', 'https:'].includes(url.protocol)) return url.origin;
  throw new UsageError(`"${site}" is not the address of a site, such as https://www.example.com.`);
}

async function develop(names: readonly string[]): Promise<void> {
  const settings = readSettings(process.env);
  const bundles = new Map(
    await Promise.all(names.map(async (name) => [name, await developmentBundles(name)] as const)),
  );
  const browsers = rspack([...[...bundles.values()].map(({ browser }) => browser), componentPage.bundle]);
  const developed = [...bundles].flatMap(([name, { browser, server }]) => {
    const compiler = browsers.compilers.find((candidate) => candidate.name === browser.name);
    return compiler ? [new DevelopedApp(name, compiler, server)] : [];
  });
  const assetPaths = [...names.map(developmentPath), componentPage.assetPath];
  const hotReload = await serveWithHotReload(browsers, assetPaths, settings, componentPage);
  await Promise.all(developed.map((app) => app.firstBuild));
  const site = await createSite(settings, async () => new BuildFolders(developmentFolder, buildFolder));
  hotReload.sendPagesTo(await site.listen({ port: 0, host: '127.0.0.1' }));
  const stop = async () => {
    await Promise.all([hotReload.stop(), site.close(), ...developed.map((app) => app.stop())]);
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  console.log(`ready http://${settings.HOST}:${settings.PORT}`);
}

function developmentBundles(name: string) {
  return bundlesOf(name, { mode: 'development', publicPath: developmentPath(name), folder: developmentFolder });
}

/**
 * Every bundle of the project, for Rspack's own command line. `npm run build` and `npm run dev` build only the apps that
 * they need. Each app has a bundle for browsers and one for the renderer. The factories are in
 * platform/bundling/src/bundles/.
 */
import type { Configuration } from '@rspack/core';
import { bundlesOf } from '@site/bundling/bundles/bundlesOf.ts';
import { apps, buildFolder } from '@site/bundling/project.ts';

/** All configurations, for Rspack's own command line. */
export default async function configurations(): Promise<Configuration[]> {
  const all = await Promise.all(
    apps.map((app) => bundlesOf(app, { mode: 'production', publicPath: `/assets/${app}/`, folder: buildFolder })),
  );
  return all.flatMap(({ browser, server }) => [browser, ...server]);
}

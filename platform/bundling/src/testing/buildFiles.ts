import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compile } from '../build.ts';
import { remoteInBrowser, remoteOnServer } from '../bundles/remote.ts';

/** What a remote of some files is built into: contents by name, such as `web/page-list.css`. Those of pictures and fonts aren't text. */
export type BuiltFiles = Readonly<Record<string, string>>;

/** Builds a remote of some files, by path, into its two bundles. Its page is `src/page.ts`. */
export async function buildFiles(files: Readonly<Record<string, string | Uint8Array>>): Promise<BuiltFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'site-built-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    const output = join(folder, 'dist');
    const target = { app: 'events', mode: 'production', publicPath: '/assets/events/', output } as const;
    const remote = { name: 'events', pages: {}, exposes: { './list': './src/page.ts' } };
    const configurations = [
      remoteInBrowser({ ...target, platform: 'browser' }, remote),
      remoteOnServer({ ...target, platform: 'server' }, remote),
    ];
    await compile(configurations.map((configuration) => ({ ...configuration, context: folder, cache: false })));
    const built = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(?:c?js|css|avif|webp|jpe?g|png|woff2)$/.test(file),
    );
    return Object.fromEntries(built.map((file) => [file, readFileSync(join(output, file), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The files of an installed package with one script and one style sheet. */
export const packageFiles = (name: string, script: string, css = ''): Record<string, string> => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', type: 'module', main: 'index.js' }),
  [`node_modules/${name}/index.js`]: script,
  [`node_modules/${name}/style.css`]: css,
  [`node_modules/${name}/style.module.css`]: css,
});

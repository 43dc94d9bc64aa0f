import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Compiler, type Configuration, type MultiCompiler, rspack, type StatsCompilation } from '@rspack/core';
import { describeBuild, writeManifest } from '../build/manifest.ts';
import { writePublicFiles } from '../build/publicFiles.ts';
import { shell } from '../bundles/apps.ts';
import { developmentFolder } from '../bundles/folders.ts';

const quietWatching = { aggregateTimeout: 20 };

/** Address of an app's browser files while it is developed. */
export const developmentPath = (app: string): string => `/assets/${app}/`;

/** An app that is built anew whenever its sources change. Each build is a release of its own to the site server. */
export class DevelopedApp {
  /** Settled when the app has been built for the first time. */
  readonly firstBuild: Promise<void>;

  readonly #name: string;
  readonly #folder: string;
  readonly #server: MultiCompiler;
  readonly #first = Promise.withResolvers<void>();
  #browser: StatsCompilation | undefined;
  /** Drawn once: a changed title or drawing shows in them at the next start. */
  readonly #publicFiles: Promise<void>;
  #isServerReady = false;
  #builds = 0;

  /** @param browser compiles the files for browsers; the development server runs it */
  constructor(name: string, browser: Compiler, serverBundles: readonly Configuration[]) {
    this.#name = name;
    this.#folder = join(developmentFolder, name);
    this.#server = rspack([...serverBundles]);
    this.firstBuild = this.#first.promise;
    rmSync(this.#folder, { recursive: true, force: true });
    this.#publicFiles = name === shell ? writePublicFiles(this.#folder) : Promise.resolve();
    browser.hooks.done.tap('release', (stats) => {
      // Rspack forgets a compilation when the next one begins: what is needed of it is read now.
      this.#browser = stats.hasErrors()
        ? undefined
        : stats.toJson({ all: false, entrypoints: true, chunkGroups: true });
      void this.#release();
    });
    this.#server.watch(quietWatching, (error, stats) => {
      this.#isServerReady = !error && stats?.hasErrors() === false;
      if (error || stats?.hasErrors()) console.error(error ?? stats?.toString({ preset: 'errors-only' }));
      void this.#release();
    });
  }

  /** Ends the watching. */
  stop(): Promise<unknown> {
    return new Promise((resolve) => this.#server.close(resolve));
  }

  async #release(): Promise<void> {
    if (!this.#browser || !this.#isServerReady) return;
    await this.#publicFiles;
    const manifest = await describeBuild({
      app: this.#name,
      version: `development-${++this.#builds}`,
      publicPath: developmentPath(this.#name),
      browser: this.#browser,
      folder: this.#folder,
      // Scripts and style sheets change under an open page: their content can't be promised.
      promises: (file) => /^(?:server|public)\//.test(file) || file.endsWith('.woff2'),
    });
    writeManifest(this.#folder, manifest);
    this.#first.resolve();
  }
}

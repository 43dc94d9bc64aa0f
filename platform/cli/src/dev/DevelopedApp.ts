import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Compiler, type Configuration, type MultiCompiler, rspack } from '@rspack/core';
import { describeBuild, writeManifest } from '@site/bundling/manifest.ts';
import { developmentFolder, root, shell } from '@site/bundling/project.ts';
import { Build, type BuildListener } from './Build.ts';
import { compileProblems } from './problems/compileProblems.ts';
import type { Problems } from './problems/Problems.ts';

const watchOptions = { aggregateTimeout: 20 };

/** Address of an app's browser files during development. */
export const developmentPath = (app: string): string => `/assets/${app}/`;

/** Options of a developed app. */
interface DevelopedAppOptions {
  /** Compiles the browser files; the development server runs it. */
  readonly browser: Compiler;
  readonly serverBundles: readonly Configuration[];
  readonly problems: Problems;
  readonly listener: BuildListener;
  /** Called after each build that changes open pages: they may report errors before the server's code is built. */
  readonly onBrowserChanged: () => void;
  /** Called after each build that the site can show. */
  readonly onReleased: () => void;
}

/** An app that is built again whenever its sources change. To the site server, each build is a release. */
export class DevelopedApp {
  readonly #name: string;
  readonly #folder: string;
  readonly #server: MultiCompiler;
  readonly #builds: readonly Build[];
  readonly #problems: Problems;
  /** Drawn once: changed titles and drawings appear after a restart. */
  readonly #publicFiles: Promise<void>;
  readonly #onReleased: () => void;
  #release = Promise.resolve();
  #releases = 0;

  constructor(
    name: string,
    { browser, serverBundles, problems, listener, onBrowserChanged, onReleased }: DevelopedAppOptions,
  ) {
    this.#name = name;
    this.#folder = join(developmentFolder, name);
    this.#problems = problems;
    this.#onReleased = onReleased;
    this.#server = rspack([...serverBundles]);
    let shown: string | undefined;
    // Some builds are started twice. The second one changes no page, so what pages have reported since the first stays.
    browser.hooks.done.tap('open pages', ({ hash }) => {
      if (hash !== shown) onBrowserChanged();
      shown = hash ?? undefined;
    });
    rmSync(this.#folder, { recursive: true, force: true });
    this.#publicFiles = name === shell ? this.#writePublicFiles() : Promise.resolve();
    const onEnd = () => {
      this.#onBuilt();
      listener.onEnd();
    };
    this.#builds = [browser, ...this.#server.compilers].map(
      (compiler) => new Build(compiler, { ...listener, onEnd }, compiler === browser),
    );
    this.#server.watch(watchOptions, (error) => {
      if (error) console.error(error);
    });
  }

  get isBuilding(): boolean {
    return this.#builds.some(({ isRunning }) => isRunning);
  }

  /** Whether there is a build that the site can show. */
  get isReleased(): boolean {
    return this.#releases > 0;
  }

  /** Whether a source, relative to the project's folder, is in the browser bundle. */
  isInBrowser(file: string): boolean {
    return this.#builds[0]?.sources.includes(join(root, file)) === true;
  }

  /** Waits until everything that was saved so far is built, and released if it has no errors. */
  async upToDate(): Promise<void> {
    await Promise.all(this.#builds.map((build) => build.upToDate()));
    await this.#release;
  }

  /** Stops watching. */
  stop(): Promise<unknown> {
    return new Promise((resolve) => this.#server.close(resolve));
  }

  #onBuilt(): void {
    if (this.isBuilding) return;
    this.#problems.set(
      `builds of ${this.#name}`,
      compileProblems(
        this.#name,
        this.#builds.flatMap(({ errors }) => errors),
      ),
    );
    if (this.#builds.some(({ errors }) => errors.length > 0)) return;
    this.#release = this.#release.then(() => this.#describe()).catch((error: unknown) => this.#cannotDescribe(error));
  }

  async #writePublicFiles(): Promise<void> {
    // Loaded here because teams have no shell to develop.
    const { writePublicFiles } = await import('@site/bundling/publicFiles/publicFiles.ts');
    await writePublicFiles(this.#folder);
  }

  async #describe(): Promise<void> {
    const [browser] = this.#builds;
    if (!browser?.result) return;
    await this.#publicFiles;
    const manifest = await describeBuild({
      app: this.#name,
      version: `development-${++this.#releases}`,
      publicPath: developmentPath(this.#name),
      browser: browser.result,
      folder: this.#folder,
      // Scripts and style sheets change while a page is open: they can't have a fixed integrity. Browsers check none of workers.
      isListed: (file) => /^(?:server|public|web\/workers)\//.test(file) || file.endsWith('.woff2'),
    });
    writeManifest(this.#folder, manifest);
    this.#problems.set(`pages of ${this.#name}`, []);
    this.#onReleased();
  }

  /** Reports a build without a valid description, for example of a page without a title. The previous build stays. */
  #cannotDescribe(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#problems.set(`pages of ${this.#name}`, [{ title: `${this.#name} can’t be described`, message }]);
  }
}

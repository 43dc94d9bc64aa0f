import { relative } from 'node:path';
import { type Compiler, type Configuration, type MultiCompiler, rspack } from '@rspack/core';
import type { Settings } from '@site/server/settings.ts';
import { apps, remotes, shell } from '../build/bundles/apps.ts';
import { type Bundles, bundlesOf } from '../build/bundles/bundlesOf.ts';
import { developmentFolder, root } from '../build/bundles/folders.ts';
import { Build, type BuildListener } from './builds/Build.ts';
import { DevelopedApp, developmentPath } from './builds/DevelopedApp.ts';
import { RemoteDescriptions } from './builds/RemoteDescriptions.ts';
import { componentPage } from './componentPage.ts';
import { Events } from './Events.ts';
import { catalogueProblems } from './problems/catalogueProblems.ts';
import { compileProblems } from './problems/compileProblems.ts';
import { Problems } from './problems/Problems.ts';
import { browserProblem, pathOf, serverProblems } from './problems/pageProblems.ts';
import { TypeChecks } from './problems/TypeChecks.ts';
import { type HotReloadServer, serveWithHotReload } from './serveWithHotReload.ts';
import { SiteProcess } from './site/SiteProcess.ts';
import { Terminal } from './Terminal.ts';
import { watchSources } from './watchSources.ts';

/** Builds apps and shows them in the site while their sources change, and tells what is to be mended. */
export class DevelopmentServer {
  readonly #names: readonly string[];
  readonly #settings: Settings;
  readonly #terminal = new Terminal();
  readonly #events = new Events();
  readonly #problems: Problems;
  readonly #types: TypeChecks;
  readonly #descriptions = new RemoteDescriptions();
  /** Names of the pages that the site has rendered, by their path. */
  readonly #pages = new Map<string, string>();
  #serverOnlyChanges = 0;
  /** Counts what was built. */
  #revision = 0;
  #developed: readonly DevelopedApp[] = [];
  #site: SiteProcess | undefined;
  #hotReload: HotReloadServer | undefined;

  /** @param named the remotes to work on; all of them, when none is named */
  constructor(named: readonly string[], settings: Settings) {
    this.#names = named.length > 0 ? [...new Set([shell, ...named])] : apps;
    this.#settings = settings;
    this.#problems = new Problems(() => {
      this.#terminal.update(this.#problems.all);
      this.#events.send({ problems: this.#problems.all });
    });
    this.#types = new TypeChecks(this.#problems);
  }

  /**
   * Starts it. What can't be built is told, and waited for.
   *
   * @param onOutdated called when something has changed that is read at the start alone
   * @returns its origin
   */
  async start(onOutdated: () => void): Promise<string> {
    const bundles = await Promise.all(this.#names.map(async (name) => [name, await bundlesIn(name)] as const));
    const browsers = rspack([...bundles.map(([, { browser }]) => browser), { ...componentPage.bundle, ...quiet }]);
    // Compilers tell of their work from the first moment on.
    this.#develop(browsers, new Map(bundles));
    this.#hotReload = await serveWithHotReload(browsers, this.#settings, {
      assetPaths: [...this.#names.map(developmentPath), componentPage.assetPath],
      events: this.#events,
      onBrowserError: (error) =>
        this.#problems.add(byBrowser(error.url), browserProblem(error, this.#pages.get(error.url))),
      ownPage: (path) => (path === componentPage.path ? componentPage.html : undefined),
      siteFor: (path) => this.#siteFor(path),
      revision: () => this.#revision,
    });
    const { origin } = this.#hotReload;
    this.#site = this.#siteProcess(origin);
    await this.#descriptions.read(this.#names);
    watchSources((file) => void this.#saved(file, onOutdated));
    await this.#upToDate();
    await this.#site.origin();
    this.#check(this.#names);
    return origin;
  }

  /** Ends everything that it has started. */
  async stop(): Promise<void> {
    this.#types.stop();
    await Promise.all([this.#hotReload?.stop(), this.#site?.stop(), ...this.#developed.map((app) => app.stop())]);
  }

  #develop(browsers: MultiCompiler, bundles: ReadonlyMap<string, Bundles>): void {
    const compilerOf = (name: string | undefined) =>
      browsers.compilers.find((compiler) => compiler.name === name) as Compiler;
    const listener: BuildListener = {
      onBegin: (file) => file && this.#terminal.building(relative(root, file)),
      onEnd: () => void this.#tellWhenBuilt(),
    };
    this.#developed = [...bundles].map(([name, { browser, server: serverBundles }]) => {
      return new DevelopedApp(name, {
        browser: compilerOf(browser.name),
        serverBundles,
        problems: this.#problems,
        listener,
        onReleased: () => this.#released(),
      });
    });
    const components = new Build(compilerOf(componentPage.bundle.name), {
      ...listener,
      onEnd: () => {
        this.#problems.set('components', compileProblems(componentPage.path, components.errors));
        listener.onEnd();
      },
    });
  }

  #siteProcess(origin: string): SiteProcess {
    return new SiteProcess(origin, {
      onPage: (report) => {
        const path = pathOf(report.url);
        this.#pages.set(path, report.page);
        this.#problems.set(byServer(path), serverProblems(report));
      },
      onReady: () => {
        this.#problems.set('site', []);
        this.#events.send({ server: `${process.pid}.${this.#serverOnlyChanges}` });
        void this.#tellWhenBuilt();
      },
      onFailed: (message) =>
        this.#problems.set('site', [{ title: 'The site server can’t be started', message: message.trim() }]),
    });
  }

  /** Where the site is, when it shows everything that was saved before; nothing while there is no shell to show. */
  async #siteFor(path: string): Promise<string | undefined> {
    if (!path.startsWith('/api/')) {
      // The page is made anew, and shows whether it fails again.
      this.#problems.set(byBrowser(path), []);
      await this.#upToDate();
    }
    return await this.#site?.origin();
  }

  async #upToDate(): Promise<void> {
    await Promise.all(this.#developed.map((app) => app.upToDate()));
    const [ofShell] = this.#developed;
    if (ofShell?.isReleased && !this.#site?.isStarted) this.#site?.start();
  }

  #released(): void {
    this.#revision++;
    this.#problems.forgetPages();
    this.#events.send({ revision: this.#revision });
  }

  async #tellWhenBuilt(): Promise<void> {
    await this.#upToDate();
    if (this.#developed.every(({ isBuilding }) => !isBuilding)) this.#terminal.built(this.#problems.all);
  }

  /** A source was saved: builds follow by themselves, everything else is done here. */
  async #saved(file: string, onOutdated: () => void): Promise<void> {
    const owner = file.startsWith('remotes/') ? file.split('/')[1] : file.split('/')[0];
    const concerned = owner === 'shared' ? this.#names : this.#names.filter((name) => name === owner);
    this.#check(concerned);
    if (this.#site?.restartIfOutdated()) {
      this.#terminal.building(file);
      // Of what browsers run too, pages take the change by themselves.
      if (!this.#developed.some((app) => app.isInBrowser(file))) this.#serverOnlyChanges++;
    }
    if (!file.endsWith('/src/remote.ts') || owner === undefined) return;
    const isNew = this.#names.length === apps.length && !remotes.includes(owner);
    const { problem, hasChanged } = await this.#descriptions.look(owner);
    this.#problems.set(`remote.ts of ${owner}`, problem ? [problem] : []);
    if (hasChanged && (isNew || concerned.length > 0)) onOutdated();
  }

  #check(names: readonly string[]): void {
    for (const name of names) this.#problems.set(`catalogues of ${name}`, catalogueProblems(name));
    if (names.length > 0) this.#types.check(names);
  }
}

const byServer = (path: string): string => `page ${path}, server`;
const byBrowser = (path: string): string => `page ${path}, browser`;

/** The terminal tells of builds in its own words. */
const quiet: Pick<Configuration, 'infrastructureLogging'> = { infrastructureLogging: { level: 'none' } };

async function bundlesIn(name: string): Promise<Bundles> {
  const publicPath = developmentPath(name);
  const { browser, server } = await bundlesOf(name, { mode: 'development', publicPath, folder: developmentFolder });
  return { browser: { ...browser, ...quiet }, server: server.map((bundle) => ({ ...bundle, ...quiet })) };
}

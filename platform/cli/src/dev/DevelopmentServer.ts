import { type Compiler, type Configuration, type MultiCompiler, rspack } from '@rspack/core';
import { type Bundles, bundlesOf } from '@site/bundling/bundles/bundlesOf.ts';
import { apps, developmentFolder, onlyRemote, pathFromRoot, remotes, shell } from '@site/bundling/project.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import type { BuildListener } from './Build.ts';
import { DevelopedApp, developmentPath } from './DevelopedApp.ts';
import { Events } from './Events.ts';
import type { RecordedApi } from './Fixtures.ts';
import { fragmentAddress, fragmentsSheet } from './fragments.ts';
import { LateChecks } from './problems/LateChecks.ts';
import { Problems, pageFinder } from './problems/Problems.ts';
import { browserProblem, pathOf, serverProblems } from './problems/pageProblems.ts';
import { SiteProcess } from './SiteProcess.ts';
import {
  type Address,
  assertFree,
  type HotReloadServer,
  serveProblems,
  serveWithHotReload,
} from './serveWithHotReload.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';
import { Terminal } from './Terminal.ts';
import { problemOf, RemoteDescriptions, watchSources } from './watchSources.ts';

/** What to work on. */
export interface DevelopmentOptions {
  /** The remotes; when empty, all of them. */
  readonly names: readonly string[];
  /** Origin of a running site that they are shown in. */
  readonly site?: string | undefined;
  /** The remotes' own APIs that fixtures are recorded of, by name. */
  readonly record?: Readonly<Record<string, RecordedApi>> | undefined;
}

/** Builds apps whenever their sources change, shows them in the site, and reports problems. */
export class DevelopmentServer {
  readonly #names: readonly string[];
  /** Origin of the running site that they are shown in. */
  readonly #liveOrigin: string | undefined;
  readonly #record: DevelopmentOptions['record'];
  readonly #address: Address;
  readonly #terminal = new Terminal();
  readonly #events = new Events();
  readonly #problems: Problems;
  readonly #checks: LateChecks;
  readonly #descriptions = new RemoteDescriptions();
  /** Names of the rendered pages, by path. */
  readonly #pages = new Map<string, string>();
  #serverOnlyChanges = 0;
  /** Counts the builds. */
  #revision = 0;
  /** The build that rendered the last page. */
  #rendered = 0;
  #developed: readonly DevelopedApp[] = [];
  #surroundings: Surroundings | undefined;
  #site: SiteProcess | undefined;
  #hotReload: HotReloadServer | undefined;

  constructor({ names, site, record }: DevelopmentOptions, address: Address) {
    // A remote's own repository has only that one.
    this.#names = names.length > 0 && onlyRemote === undefined ? [...new Set([shell, ...names])] : apps;
    this.#liveOrigin = site;
    this.#record = record;
    this.#address = address;
    this.#problems = new Problems(() => {
      this.#terminal.update(this.#problems.all);
      this.#events.send({ problems: this.#problems.all });
    });
    this.#checks = new LateChecks(this.#problems);
  }

  /**
   * Starts the server, once everything is built.
   *
   * @param onOutdated called when a file changes that is only read at the start
   * @returns its origin
   */
  async start(onOutdated: () => void): Promise<string> {
    // Before anything is built: another server may be using the port, and the builds.
    await assertFree(this.#address);
    const bundles = await this.#describe();
    if (bundles === undefined) return await this.#waitForFix(onOutdated);
    const browsers = rspack(bundles.map(([, { browser }]) => browser));
    // Before the compilers start: their first build must be reported too.
    this.#develop(browsers, new Map(bundles));
    const surroundings = await surroundingsOf(this.#names, this.#liveOrigin, (problem) => console.log(problem));
    this.#surroundings = surroundings;
    this.#hotReload = await serveWithHotReload(browsers, this.#address, {
      assetPaths: this.#names.map(developmentPath),
      inside: surroundings.inside,
      sheet: fragmentsSheet(surroundings.site.around?.policy ?? defaultPolicy),
      events: this.#events,
      onBrowserError: (error) =>
        this.#problems.add(pageFinder('browser', error.url), browserProblem(error, this.#pages.get(error.url))),
      siteFor: (path) => this.#siteFor(path),
      revision: () => this.#revision,
    });
    const { origin } = this.#hotReload;
    this.#site = this.#siteProcess(origin, surroundings);
    this.#site.prepare();
    await this.#descriptions.read(this.#names);
    watchSources((file) => void this.#saved(file, onOutdated));
    await this.#upToDate();
    await this.#site.origin();
    this.#checks.check(this.#names);
    for (const [name, fragment] of this.#descriptions.fragments)
      console.log(`fragment ${name}: ${origin}${fragmentAddress(name, fragment)}`);
    return origin;
  }

  /** The bundles of the apps; undefined when one of them can't be described. */
  async #describe(): Promise<readonly (readonly [string, Bundles])[] | undefined> {
    const bundles = await Promise.all(
      this.#names.map(async (name) => {
        try {
          return [[name, await bundlesIn(name)] as const];
        } catch (error) {
          this.#problems.set(`remote.ts of ${name}`, [problemOf(name, error)]);
          return [];
        }
      }),
    );
    return bundles.every(({ length }) => length > 0) ? bundles.flat() : undefined;
  }

  /** Shows on every page why there is nothing to build, until something is saved. */
  async #waitForFix(onSaved: () => void): Promise<string> {
    this.#hotReload = await serveProblems(this.#address, this.#events);
    watchSources(onSaved);
    return this.#hotReload.origin;
  }

  /** Stops everything that the server has started. */
  async stop(): Promise<void> {
    this.#checks.stop();
    this.#surroundings?.stop();
    await Promise.all([this.#hotReload?.stop(), this.#site?.stop(), ...this.#developed.map((app) => app.stop())]);
  }

  #develop(browsers: MultiCompiler, bundles: ReadonlyMap<string, Bundles>): void {
    const compilerOf = (name: string | undefined) =>
      browsers.compilers.find((compiler) => compiler.name === name) as Compiler;
    const listener: BuildListener = {
      onBegin: (file) => file && this.#terminal.building(pathFromRoot(file)),
      onEnd: () => void this.#reportWhenBuilt(),
    };
    this.#developed = [...bundles].map(([name, { browser, server: serverBundles }]) => {
      return new DevelopedApp(name, {
        browser: compilerOf(browser.name),
        serverBundles,
        problems: this.#problems,
        listener,
        onBrowserChanged: () => this.#problems.forgetPages('browser'),
        onReleased: () => this.#released(),
      });
    });
  }

  #siteProcess(origin: string, surroundings: Surroundings): SiteProcess {
    return new SiteProcess(
      origin,
      { ...surroundings.site, record: this.#record },
      {
        onRoutes: (problems) => {
          const title = 'A page has no place on the site';
          const routeProblems = problems.map(({ code, message, remedy }) => ({
            title,
            message: `${code} ${message} ${remedy}`,
          }));
          this.#problems.set('routes', routeProblems);
        },
        onPage: (report) => {
          const path = pathOf(report.url);
          this.#pages.delete(path);
          this.#pages.set(path, report.page);
          this.#problems.set(pageFinder('server', path), serverProblems(report));
        },
        onReady: () => {
          this.#problems.set('site', []);
          this.#events.send({ server: `${process.pid}.${this.#serverOnlyChanges}` });
          void this.#reportWhenBuilt();
        },
        onFailed: (message) =>
          this.#problems.set('site', [{ title: 'The site server can’t be started', message: message.trim() }]),
      },
    );
  }

  /** The site's origin, once it shows everything that was saved so far; undefined while there is no shell. */
  async #siteFor(path: string): Promise<string | undefined> {
    if (!path.startsWith('/api/')) {
      // The page is rendered again, and may fail again.
      this.#problems.set(pageFinder('browser', path), []);
      await this.#upToDate();
    }
    return await this.#site?.origin();
  }

  async #upToDate(): Promise<void> {
    await Promise.all(this.#developed.map((app) => app.upToDate()));
    // In a remote's own repository, the remote itself: the kit brings the shell.
    const [first] = this.#developed;
    if (first?.isReleased && !this.#site?.isStarted) this.#site?.start();
  }

  #released(): void {
    this.#revision++;
    this.#problems.forgetPages('server');
    this.#events.send({ revision: this.#revision });
  }

  async #reportWhenBuilt(): Promise<void> {
    await this.#upToDate();
    if (this.#developed.some(({ isBuilding }) => isBuilding)) return;
    this.#terminal.built(this.#problems.all);
    await this.#renderAgain();
  }

  /** Renders the last page again after each build: the open one is updated only in the browser. */
  async #renderAgain(): Promise<void> {
    const path = [...this.#pages.keys()].at(-1);
    if (path === undefined || this.#rendered === this.#revision) return;
    this.#rendered = this.#revision;
    const site = await this.#site?.origin();
    if (site !== undefined)
      await fetch(site + path).then(
        (response) => response.body?.cancel(),
        () => {},
      );
  }

  /** Handles a saved source. The compilers notice changes themselves. */
  async #saved(file: string, onOutdated: () => void): Promise<void> {
    const owner = onlyRemote ?? (file.startsWith('remotes/') ? file.split('/')[1] : file.split('/')[0]);
    const affected = owner === 'shared' ? this.#names : this.#names.filter((name) => name === owner);
    if (affected.length > 0) this.#checks.check(affected);
    if (this.#site?.restartIfOutdated()) {
      this.#terminal.building(file);
      // Hot reload updates pages when the file is in a browser bundle.
      if (!this.#developed.some((app) => app.isInBrowser(file))) this.#serverOnlyChanges++;
    }
    if (!/(?:^|\/)src\/remote\.ts$/.test(file) || owner === undefined) return;
    const isNew = this.#names.length === apps.length && !remotes.includes(owner);
    const { problem, hasChanged } = await this.#descriptions.reread(owner);
    this.#problems.set(`remote.ts of ${owner}`, problem ? [problem] : []);
    if (hasChanged && (isNew || affected.length > 0)) onOutdated();
  }
}

/** Our terminal output replaces Rspack's. */
const quiet: Pick<Configuration, 'infrastructureLogging'> = { infrastructureLogging: { level: 'none' } };

async function bundlesIn(name: string): Promise<Bundles> {
  const publicPath = developmentPath(name);
  const { browser, server } = await bundlesOf(name, { mode: 'development', publicPath, folder: developmentFolder });
  return { browser: { ...browser, ...quiet }, server: server.map((bundle) => ({ ...bundle, ...quiet })) };
}

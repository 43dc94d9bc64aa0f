import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findNginx, type RunningNginx, startNginx } from '@site/testkit/nginx.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { type Program, readyOrigin, startProgram, stopProgram } from '@site/testkit/site/program.ts';
import { startSiteProgram } from '@site/testkit/site/servers.ts';
import getPort from 'get-port';
import { metricsToken, readMetrics } from '../operations/askOperations.ts';
import { test as base, expect } from '../support/serverTest.ts';

interface Fixtures {
  /** An empty folder. */
  readonly folder: string;
  /** Path of nginx. */
  readonly nginx: string;
  readonly startProxy: typeof startNginx;
  /** Two servers behind nginx that can be restarted. */
  readonly pair: {
    readonly servers: readonly [RestartedServer, RestartedServer];
    readonly proxy: RunningNginx;
  };
  /** The API that both servers use, in its own process. */
  readonly api: { readonly origin: string; readonly dataDir: string };
}

/** A test of servers behind nginx. Where nginx is missing, it is skipped. */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  folder: async ({}, use) => {
    const folder = await temporaryFolder('two-servers');
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  nginx: async ({}, use, testInfo) => {
    const nginx = await findNginx();
    testInfo.skip(!nginx && !process.env.CI, 'Needs nginx: install it, or run on Debian where it can be fetched.');
    if (!nginx) throw new Error('There is no nginx.');
    await use(nginx);
  },
  startProxy: async ({ folder: _ }, use) => {
    const started: RunningNginx[] = [];
    await use(async (options) => {
      const nginx = await startNginx(options);
      started.push(nginx);
      return nginx;
    });
    await Promise.all(started.map((nginx) => nginx.stop()));
  },
  api: async ({ folder }, use) => {
    const dataDir = join(folder, 'api');
    const program = startProgram('api/src/main.ts', [], { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
    await use({ origin: await readyOrigin(program), dataDir });
    await stopProgram(program);
  },
  pair: async ({ api, folder, nginx, startProxy }, use) => {
    const start = (name: string) => RestartedServer.start({ API_ORIGIN: api.origin, DATA_DIR: join(folder, name) });
    const servers = await Promise.all([start('1'), start('2')]);
    const origins = [servers[0].origin, servers[1].origin] as const;
    await use({
      servers,
      proxy: await startProxy({ program: nginx, servers: origins, folder: join(folder, 'nginx') }),
    });
    await Promise.all(servers.map((server) => server.stop()));
  },
});

export { expect };

/** A site server that keeps its port and its data when it is started again. */
class RestartedServer {
  readonly origin: string;
  /** Why it has refused requests, for a failing test. */
  readonly refusals: string[] = [];
  readonly #environment: Record<string, string>;
  #program: Program | undefined;

  private constructor(port: number, environment: Record<string, string>) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#environment = { ...environment, PORT: String(port), METRICS_TOKEN: metricsToken };
  }

  static async start(environment: Record<string, string>): Promise<RestartedServer> {
    const server = new RestartedServer(await getPort({ host: '127.0.0.1' }), environment);
    await server.start();
    return server;
  }

  async start(releases?: string): Promise<void> {
    this.#program = startSiteProgram({ environment: this.#environment, ...(releases && { releases }) });
    await readyOrigin(this.#program);
  }

  async stop(): Promise<void> {
    const program = this.#program;
    if (!program) return;
    this.#program = undefined;
    for (const [name, value] of await readMetrics(this))
      if (name.startsWith('site_rejected_total') && value > 0) this.refusals.push(`${this.origin}: ${name} ${value}`);
    await stopProgram(program);
  }
}

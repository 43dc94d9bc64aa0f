import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findNginx, type RunningNginx, startNginx } from '@site/testkit/nginx.ts';
import { addresses, everyAddress } from '@site/testkit/site/addresses.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { readyOrigin, startProgram, stopProgram } from '@site/testkit/site/program.ts';
import { test as base, expect, runCli } from '../support/serverTest.ts';

interface Fixtures {
  /** An empty folder. */
  readonly folder: string;
  /** Path of nginx; undefined when it is not installed and can't be downloaded. */
  readonly nginx: string | undefined;
  readonly startProxy: typeof startNginx;
  /** The API that both servers use, in its own process. */
  readonly api: { readonly origin: string; readonly dataDir: string };
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  folder: async ({}, use) => {
    const folder = await temporaryFolder('two-servers');
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  nginx: async ({}, use) => use(await findNginx()),
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
});

// One after the other: both may download nginx, and both need the whole machine.
test.describe.configure({ mode: 'default' });

const endings = [
  ['killed', 'SIGKILL'],
  ['stopped for an update', 'SIGTERM'],
] as const;

// Never retried: one failed request is a fault (docs/testing.md).
test.describe.configure({ retries: 0 });

for (const [what, signal] of endings) {
  test(`when one of two servers behind nginx is ${what} under load, no visitor notices`, async ({
    api,
    folder,
    nginx,
    startOwnProcess,
    startProxy,
  }) => {
    test.setTimeout(90_000);
    // biome-ignore lint/suspicious/noSkippedTests: outside CI, nginx is optional
    test.skip(!nginx && !process.env.CI, 'Needs nginx: install it, or run on Debian where it can be fetched.');
    expect(nginx, 'nginx').toBeDefined();

    const environment = { API_ORIGIN: api.origin };
    const [ended, other] = await Promise.all([startOwnProcess({ environment }), startOwnProcess({ environment })]);
    const servers = [ended.origin, other.origin] as const;
    const proxy = await startProxy({ program: nginx ?? '', servers, folder: join(folder, 'nginx') });

    const visitors = new Visitors(proxy.origin);
    await visitors.seeEveryPage();
    visitors.begin();
    await answers(visitors, 50);
    ended.program.process.kill(signal);
    await answers(visitors, 100);
    await visitors.end();

    expect(visitors.failures).toEqual([]);
    expect(visitors.answered).toBeGreaterThan(everyAddress.length);
    expect(proxy.log(), 'nginx has met the dead server').toContain(new URL(ended.origin).host);

    const messages = await runCli('messages', api, 'list');
    const arrived = (subject: string) => messages.split(subject).length - 1;
    for (const subject of visitors.accepted) expect(arrived(subject), subject).toBe(1);
    // A killed server may have stored a message without confirming it: its sender was asked to try again.
    for (const subject of visitors.unsure) expect(arrived(subject), subject).toBeLessThanOrEqual(1);
    expect(visitors.accepted.length).toBeGreaterThan(visitors.unsure.length);
  });
}

/** Waits until visitors have received a number of further responses. */
async function answers(visitors: Visitors, count: number): Promise<void> {
  const enough = visitors.answered + count;
  await expect.poll(() => visitors.answered).toBeGreaterThan(enough);
}

/** How many visitors there are. Each waits for its answer: a slow machine gets fewer requests, not more than it can answer. */
const visitorCount = 4;

/** The pauses after a page and after a message, in milliseconds. The API accepts 30 messages from one address. */
const pauses = { page: 60, message: 250 };

/** Visitors who request pages and files, one of whom sends messages, without retries. */
class Visitors {
  readonly failures: string[] = [];
  /** Subjects of messages that were accepted. */
  readonly accepted: string[] = [];
  /** Subjects of messages with another response, or none. */
  readonly unsure: string[] = [];
  answered = 0;
  readonly #origin: string;
  readonly #running: Promise<void>[] = [];
  #isEnding = false;
  readonly #files = new Set<string>();
  #turn = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Visits every page with its files, one after the other. */
  async seeEveryPage(): Promise<void> {
    for (const { page, path } of everyAddress) {
      const html = await this.#ask(path, page === 'notFound' ? 404 : 200);
      for (const [file] of html.matchAll(/\/assets\/[^"' ?)]+\.(?:js|css)/g)) this.#files.add(file);
    }
    for (const file of this.#files) await this.#ask(file, 200);
  }

  begin(): void {
    for (let count = 0; count < visitorCount; count += 1)
      this.#running.push(this.#repeat(() => this.#visit(), pauses.page));
    this.#running.push(this.#repeat(() => this.#write(), pauses.message));
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#running);
  }

  async #repeat(act: () => Promise<void>, pause: number): Promise<void> {
    while (!this.#isEnding) {
      await act();
      await delay(pause);
    }
  }

  async #visit(): Promise<void> {
    this.#turn += 1;
    const { page, path } = everyAddress[this.#turn % everyAddress.length] ?? { page: 'home', path: addresses.en.home };
    const file = [...this.#files][this.#turn % this.#files.size];
    if (this.#turn % 4 === 0 && file) await this.#ask(file, 200);
    // Half of the pages come from the server's cache, half are rendered.
    else await this.#ask(`${path}${this.#turn % 2 ? '?boundaries' : ''}`, page === 'notFound' ? 404 : 200);
  }

  async #ask(path: string, status: number): Promise<string> {
    try {
      const response = await fetch(this.#origin + path, { redirect: 'manual' });
      const text = await response.text();
      if (response.status === status) this.answered += 1;
      else this.failures.push(`${path}: status ${response.status}`);
      return text;
    } catch (error) {
      this.failures.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      return '';
    }
  }

  async #write(): Promise<void> {
    const subject = `Message ${crypto.randomUUID()}`;
    const message = { name: 'Ada Lovelace', email: 'ada@example.org', subject, message: 'Is anybody there?' };
    const response = await fetch(this.#origin + addresses.en.contact, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(message),
    }).catch(() => undefined);
    if (response?.status === 303) this.accepted.push(subject);
    else this.unsure.push(subject);
  }
}

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { addVariant, damage, liveVersion, setLive } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { startProgram } from '@site/testkit/site/program.ts';
import { sharedSettings } from '@site/testkit/site/releases.ts';
import { startSite } from '@site/testkit/site/servers.ts';
import { expect, test as faultTest } from '../releases/faultTest.ts';
import { nightly } from '../support/tiers.ts';

interface Plan {
  readonly steps: readonly { readonly what: string; readonly commands: readonly string[]; readonly blocks?: true }[];
}

interface Fixtures {
  /** An empty data folder. */
  readonly dataDir: string;
  /** Runs the command on the store; returns its exit code and its plan. */
  readonly check: (settings?: Readonly<Record<string, string>>) => Promise<{ code: number | null; plan: Plan }>;
}

const test = faultTest.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  dataDir: async ({}, use) => {
    const folder = await temporaryFolder('upgrade');
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  check: async ({ store, dataDir }, use) =>
    await use(async (settings) => {
      const environment = { ...sharedSettings(store), DATA_DIR: dataDir, ...settings };
      const program = startProgram('platform/kit/bin/site.cjs', ['upgrade', '--check', '--json'], environment);
      const code = await program.exited;
      const output = program.output();
      expect(output, 'a plan, not an error').toMatch(/^\{$/m);
      return { code, plan: JSON.parse(output.slice(output.search(/^\{$/m))) as Plan };
    }),
});

/** A first step that blocks the update. */
const inTheWay = (what: RegExp, commands: readonly string[] = []) => ({
  code: 1,
  plan: { steps: expect.arrayContaining([{ what: expect.stringMatching(what), commands, blocks: true }]) },
});

const publish = (app: string) => [`npx site publish ${app} --promote`];

test('nothing blocks the update of a healthy site', async ({ check }) => {
  const { code, plan } = await check();
  expect([code, plan.steps.filter(({ blocks }) => blocks)]).toEqual([0, []]);
});

test('a live release with a damaged file blocks the update', async ({ check, store }) => {
  await damage(join(store, 'blog', await liveVersion(store, 'blog'), 'server/remote.cjs'), 'tampered');
  expect(await check()).toMatchObject(inTheWay(/live of blog: RELEASE-FILE/, publish('blog')));
});

test('a damaged pointer blocks the update', nightly, async ({ check, store }) => {
  await writeFile(join(store, 'marketing', 'current.json'), '{"version":');
  expect(await check()).toMatchObject(inTheWay(/live of marketing: RELEASE-POINTER/, publish('marketing')));
});

test(
  'an unusable release of another team blocks the update, without a command that this checkout can’t run',
  nightly,
  async ({ check, store }) => {
    await setLive(store, 'events', 'version-that-is-gone');
    expect(await check()).toMatchObject(inTheWay(/live of events: RELEASE-/));
  },
);

test(
  'unsigned live releases block the update of servers that require signatures',
  nightly,
  async ({ check, dataDir }) => {
    const keys = join(dataDir, 'trusted.json');
    await writeFile(keys, '{}');
    const settings = { TRUSTED_KEYS: keys, SITE_ORIGIN: 'https://www.example.com' };
    expect(await check(settings)).toMatchObject(
      inTheWay(/live of shell: RELEASE-(?:UNSIGNED|SIGNATURE)/, publish('shell')),
    );
  },
);

test('a remote with files at an origin that isn’t allowed blocks the update', nightly, async ({ check, store }) => {
  const version = await addVariant(store, 'contact', { origin: 'https://elsewhere.example' });
  await setLive(store, 'contact', version);
  expect(await check()).toMatchObject(inTheWay(/live of contact: RELEASE-ORIGIN/, publish('contact')));
});

for (const [what, change] of [
  ['that throws at load', { server: { atLoad: 'throw new Error("broken on purpose");' } }],
  ['whose process ends', { server: { atLoad: 'process.exit(1);' } }],
  ['that throws on every page', { server: { footer: 'throw new Error("broken on purpose")' } }],
  ['of another renderer protocol', { manifest: { protocol: 99 } }],
] as const) {
  test(`a live shell ${what} blocks the update`, nightly, async ({ check, store }) => {
    await setLive(store, 'shell', await addVariant(store, 'shell', change));
    expect(await check()).toMatchObject(inTheWay(/live of shell: RELEASE-(?:PREFLIGHT|PROTOCOL)/, publish('shell')));
  });
}

test('a database of a newer version blocks the update', nightly, async ({ check, dataDir }) => {
  await (await startSite({ environment: { DATA_DIR: join(dataDir, 'data') } })).stop();
  const database = new DatabaseSync(join(dataDir, 'data', 'site.sqlite'));
  database.exec("insert into kysely_migration (name, timestamp) values ('999-later', '2030-01-01')");
  database.close();
  expect(await check({ DATA_DIR: join(dataDir, 'data') })).toMatchObject(inTheWay(/newer version \(999-later\)/));
});

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { addVariant, liveVersion, setLive, tamper } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { startProgram } from '@site/testkit/site/program.ts';
import { sharedSettings } from '@site/testkit/site/releases.ts';
import { hostSite } from '@site/testkit/site/servers.ts';
import { expect, test as faultTest } from '../releases/faultTest.ts';
import { secondTier } from '../support/tiers.ts';

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
      const program = startProgram('platform/cli/bin/site.cjs', ['upgrade', '--check', '--json'], environment);
      const code = await program.exited;
      const output = program.output();
      expect(output, 'a plan, not an error').toMatch(/^\{$/m);
      return { code, plan: JSON.parse(output.slice(output.search(/^\{$/m))) as Plan };
    }),
});

/** A first step that blocks the update. */
const inTheWay = (what: RegExp, commands: readonly unknown[] = []) => ({
  code: 1,
  plan: { steps: expect.arrayContaining([{ what: expect.stringMatching(what), commands, blocks: true }]) },
});

/** Whole commands, which work in any folder: upgrade.weekly.spec.ts runs some. */
const publish = (app: string) => [
  expect.stringMatching(new RegExp(`^cd /.* env RELEASES=/\\S+ .*npx site publish ${app} --promote$`)),
];

test('nothing blocks the update of a healthy site', async ({ check }) => {
  const { code, plan } = await check();
  expect([code, plan.steps.filter(({ blocks }) => blocks)]).toEqual([0, []]);
});

test('everything that blocks an update is listed at once, with what helps', async ({ check, store, dataDir }) => {
  await tamper(join(store, 'blog', await liveVersion(store, 'blog'), 'server/remote.cjs'));
  await writeFile(join(store, 'marketing', 'current.json'), '{"version":');
  // Of another team: this checkout can't release it.
  await setLive(store, 'events', 'version-that-is-gone');
  await setLive(store, 'contact', await addVariant(store, 'contact', { origin: 'https://elsewhere.example' }));
  await addLaterMigration(dataDir);
  const found = await check({ DATA_DIR: join(dataDir, 'data') });
  for (const [fault, what, commands] of [
    ['a damaged file', /live of blog: RELEASE-FILE/, publish('blog')],
    ['a damaged pointer', /live of marketing: RELEASE-POINTER/, publish('marketing')],
    ['an unusable release of another team', /live of events: RELEASE-/, []],
    ['an origin that isn’t allowed', /live of contact: RELEASE-ORIGIN/, publish('contact')],
    ['a database of a newer version', /newer version has changed the database \(999-later\)/, []],
  ] as const)
    expect.soft(found, fault).toMatchObject(inTheWay(what, commands));
});

/** Creates a database that a later version has changed. */
async function addLaterMigration(dataDir: string): Promise<void> {
  await (await hostSite({ environment: { DATA_DIR: join(dataDir, 'data') } })).stop();
  const database = new DatabaseSync(join(dataDir, 'data', 'site.sqlite'));
  database.exec("insert into kysely_migration (name, timestamp) values ('999-later', '2030-01-01')");
  database.close();
}

test(
  'unsigned live releases block the update of servers that require signatures',
  secondTier,
  async ({ check, dataDir }) => {
    const keys = join(dataDir, 'trusted.json');
    await writeFile(keys, '{}');
    const settings = { TRUSTED_KEYS: keys, SITE_ORIGIN: 'https://www.example.com' };
    expect(await check(settings)).toMatchObject(
      inTheWay(/live of shell: RELEASE-(?:UNSIGNED|SIGNATURE)/, publish('shell')),
    );
  },
);

for (const [what, change] of [
  ['that throws at load', { server: { atLoad: 'throw new Error("broken on purpose");' } }],
  ['that throws on every page', { server: { footer: 'throw new Error("broken on purpose")' } }],
  ['of another renderer protocol', { manifest: { protocol: 99 } }],
] as const) {
  test(`a live shell ${what} blocks the update`, secondTier, async ({ check, store }) => {
    await setLive(store, 'shell', await addVariant(store, 'shell', change));
    expect(await check()).toMatchObject(inTheWay(/live of shell: RELEASE-(?:PREFLIGHT|PROTOCOL)/, publish('shell')));
  });
}

import { root } from '@site/bundling/project.ts';
import { readRunningSite } from '@site/releases/runningSite.ts';
import { readSettings, reportsFolder, type Settings } from '@site/server/settings.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { print } from '../commands/print.ts';
import { endWith } from '../commands/strict.ts';
import { nginxSteps } from './nginxSteps.ts';
import { pasted } from './pasted.ts';
import { releaseSteps } from './releaseSteps.ts';
import type { Step, UpgradePlan } from './Step.ts';
import { askServer, databaseSteps, serverSteps, settingSteps } from './serverSteps.ts';
import { assertNoneSkipped, versionOf, versionsIn } from './versions.ts';

/** Options of `site upgrade`. */
interface UpgradeOptions {
  readonly from?: string | undefined;
  readonly site?: readonly string[] | undefined;
  readonly json?: true | undefined;
  readonly envFile?: string | undefined;
}

/**
 * `site upgrade --check`: compares the running servers and live releases with this checkout, and lists the steps of an
 * update.
 */
export async function upgradeCommand(options: UpgradeOptions): Promise<void> {
  const plan = await planUpgrade(options);
  const lines =
    plan.steps.length === 0
      ? [`Nothing to do: servers and releases are at version ${plan.version}.`]
      : [`To ${plan.version}, as root:`, ...plan.steps.flatMap(linesOf)];
  print({ lines, data: plan }, options);
  if (plan.steps.some(({ blocks }) => blocks)) endWith(1);
}

async function planUpgrade({ from, site, envFile }: UpgradeOptions): Promise<UpgradePlan> {
  const settings = readSettings(process.env);
  const settingsSource = { environment: process.env, envFile };
  const { version } = packageJson;
  const servers = await Promise.all((site ?? (await reportedSite(settings))).map(askServer));
  const running = [...new Set(servers.flatMap((server) => server.version ?? []))];
  const checkedOut = from === undefined ? undefined : versionOf(from);
  assertNoneSkipped(
    checkedOut === undefined ? running : [...new Set([...running, checkedOut])],
    version,
    [...versionsIn(root), ...(from === undefined ? [] : versionsIn(from))],
    (other) => `${pasted(['git', 'checkout', `v${other}`], bare)} && ${pasted(['npm', 'ci'], bare)}`,
  );
  const [releases, database] = await Promise.all([
    releaseSteps(settings, settingsSource),
    databaseSteps(settings, running, settingsSource),
  ]);
  const all = [
    ...settingSteps(from, process.env),
    ...database,
    ...releases.unusable,
    ...serverSteps(servers, version, settings, from),
    ...nginxSteps(from),
    ...releases.outdated,
  ];
  // Blocking steps come first.
  const steps = [...all.filter(({ blocks }) => blocks), ...all.filter(({ blocks }) => !blocks)];
  return { version, servers: Object.fromEntries(servers.map((server) => [server.origin, server.version])), steps };
}

/** Git and npm read no settings of the site. */
const bare = { environment: {} };

async function reportedSite(settings: Settings): Promise<readonly string[]> {
  const running = await readRunningSite(reportsFolder(settings));
  return running ? [running.origin] : [];
}

const linesOf = ({ what, commands, blocks }: Step, index: number): readonly string[] => [
  `${index + 1}. ${blocks ? 'IN THE WAY: ' : ''}${what}`,
  ...commands.map((command) => `     ${command}`),
];

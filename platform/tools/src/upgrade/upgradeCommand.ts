import { print } from '@site/kit/site/print.ts';
import { endWith } from '@site/kit/site/strict.ts';
import { readRunningSite } from '@site/releases/runningSite.ts';
import { readSettings, reportsFolder, type Settings } from '@site/server/settings.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { releaseSteps } from './releaseSteps.ts';
import type { Step, UpgradePlan } from './Step.ts';
import { askServer, databaseSteps, serverSteps, settingSteps } from './serverSteps.ts';

/** Options of `site upgrade`. */
interface UpgradeOptions {
  readonly from?: string | undefined;
  readonly site?: readonly string[] | undefined;
  readonly json?: true | undefined;
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
      : [`To ${plan.version}:`, ...plan.steps.flatMap(linesOf)];
  print({ lines, data: plan }, options);
  if (plan.steps.some(({ blocks }) => blocks)) endWith(1);
}

async function planUpgrade({ from, site }: UpgradeOptions): Promise<UpgradePlan> {
  const settings = readSettings(process.env);
  const origins = site ?? (await reportedSite(settings));
  const [servers, releases, database] = await Promise.all([
    Promise.all(origins.map(askServer)),
    releaseSteps(settings),
    databaseSteps(settings),
  ]);
  const { version } = packageJson;
  const all = [
    ...settingSteps(from, process.env),
    ...database,
    ...releases.unusable,
    ...serverSteps(servers, version, settings),
    ...releases.outdated,
  ];
  // Blocking steps come first.
  const steps = [...all.filter(({ blocks }) => blocks), ...all.filter(({ blocks }) => !blocks)];
  return { version, servers: Object.fromEntries(servers.map((server) => [server.origin, server.version])), steps };
}

async function reportedSite(settings: Settings): Promise<readonly string[]> {
  const running = await readRunningSite(reportsFolder(settings));
  return running ? [running.origin] : [];
}

const linesOf = ({ what, commands, blocks }: Step, index: number): readonly string[] => [
  `${index + 1}. ${blocks ? 'IN THE WAY: ' : ''}${what}`,
  ...commands.map((command) => `     ${command}`),
];

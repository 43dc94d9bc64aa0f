import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isAtLeast } from '@site/api/database/migrate.ts';
import { migrationState } from '@site/api/database/migrationState.ts';
import { databasePlace } from '@site/api/databaseAddress.ts';
import { root } from '@site/bundling/project.ts';
import type { Settings } from '@site/server/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { z } from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { pasted, quoted, type SettingsSource } from './pasted.ts';
import type { Step } from './Step.ts';

const readinessSchema = z.object({ ready: z.boolean(), version: z.string().optional() });

/** What a running server reports about itself. */
export interface RunningServer {
  readonly origin: string;
  /** Undefined for one that doesn't answer. */
  readonly isReady: boolean | undefined;
  readonly version: string | undefined;
}

/** How long a server may take to answer, in milliseconds: its own checks have a second. */
const patience = 3_000;

/** Asks a server for its version. */
export async function askServer(origin: string): Promise<RunningServer> {
  try {
    const response = await fetch(new URL('/readyz', origin), { signal: AbortSignal.timeout(patience) });
    const { ready: isReady, version } = readinessSchema.parse(await response.json());
    return { origin, isReady, version };
  } catch {
    return { origin, isReady: undefined, version: undefined };
  }
}

/** The link to the checkout that runs. */
function runningLink(from: string | undefined): string {
  const isLink = from !== undefined && lstatSync(from, { throwIfNoEntry: false })?.isSymbolicLink();
  return quoted(isLink ? resolve(from) : '/srv/site');
}

/**
 * What to do with each server, in turn.
 *
 * @param from the checkout that runs
 */
export function serverSteps(
  servers: readonly RunningServer[],
  version: string,
  { API_ORIGIN }: Pick<Settings, 'API_ORIGIN'>,
  from?: string,
): readonly Step[] {
  const outdated = servers.filter((server) => server.version !== version);
  if (outdated.length === 0) return [];
  const link = runningLink(from);
  return [
    {
      what: 'Let this checkout be the one that runs, with its units.',
      commands: [
        `ln -sfn ${quoted(root)} ${link}`,
        `cp ${link}/docs/deploy/*.service ${link}/docs/deploy/*.timer /etc/systemd/system/ && systemctl daemon-reload`,
      ],
    },
    ...(API_ORIGIN
      ? [{ what: `Restart the API at ${API_ORIGIN}, on its machine.`, commands: ['systemctl restart site-api'] }]
      : []),
    ...outdated.map(({ origin, isReady, version: before }) => {
      const runs = isReady === undefined ? 'doesn’t answer' : `runs ${before ?? 'a version before 1.1.0'}`;
      return {
        what: `On its machine, replace ${origin}, which ${runs}, and wait until it is ready. If it isn’t within a minute, go back: docs/deploy.md, “Updates”.`,
        commands: [
          'systemctl reload site',
          `timeout 60 sh -c 'until curl -fs ${new URL('/readyz', origin)}; do sleep 0.2; done'`,
        ],
      };
    }),
  ];
}

/** The folder of the backups in docs/deploy.md. */
const backups = '/var/backups/site';

/**
 * The steps for the database.
 *
 * @param running the versions that run
 */
export async function databaseSteps(
  { DATA_DIR, DATABASE_URL, API_ORIGIN }: Settings,
  running: readonly string[],
  settingsSource: SettingsSource,
): Promise<readonly Step[]> {
  if (API_ORIGIN) return [];
  const { pending, oldest, refused } = await migrationState({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  if (refused.length > 0)
    return [
      {
        what: `A newer version has changed the database (${refused.join(', ')}) so that this one can’t start on it. Stay with the newer version, or restore the backup from before that update.`,
        commands: [],
        blocks: true,
      },
    ];
  if (pending.length === 0 || oldest === undefined) return [];
  const mayGoBack = running.length > 0 && running.every((version) => isAtLeast(version, oldest));
  const back = mayGoBack
    ? `${running.join(' and ')} can go on with it then, with every message. Make a backup all the same.`
    : 'The version before can’t start on it then: the way back is this backup, without the messages since.';
  return [
    {
      what: `The first server that starts changes the database (${pending.join(', ')}). ${back}`,
      commands: backupCommands(DATABASE_URL, settingsSource),
    },
  ];
}

function backupCommands(databaseUrl: string | undefined, settingsSource: SettingsSource): readonly string[] {
  const file = `${backups}/before-${packageJson.version}`;
  if (!databaseUrl)
    return [
      `install -d -o site -g site -m 700 ${backups}`,
      pasted(['npx', 'site', 'backup', `${file}.sqlite`], settingsSource),
    ];
  const name = databasePlace(databaseUrl).place.replace(/.*\//, '');
  // On the machine with the database, whose owner needs no password.
  const dump = `pg_dump --format=custom --exclude-table-data=address_keys --exclude-table-data=rate_counts ${quoted(name)}`;
  return [`mkdir -p ${backups}`, `(umask 077; sudo -u postgres ${dump} > ${file}.dump)`];
}

/** The settings in a checkout's .env.example. */
function settingsOf(checkout: string): readonly string[] {
  const file = join(checkout, '.env.example');
  if (!existsSync(file))
    throw new OperatorError(
      'SITE-USAGE',
      `--from must be the checkout that runs now: ${checkout} has no .env.example.`,
    );
  return [...readFileSync(file, 'utf8').matchAll(/^([A-Z][A-Z_]+)=/gm)].map(([, name = '']) => name);
}

/**
 * The settings that have changed since another checkout.
 *
 * @throws {OperatorError} SITE-USAGE when there is no checkout
 */
export function settingSteps(from: string | undefined, variables: NodeJS.ProcessEnv): readonly Step[] {
  if (from === undefined) return [];
  const [before, now] = [settingsOf(from), settingsOf(root)];
  const added = now.filter((name) => !before.includes(name) && !variables[name]);
  const removed = before.filter((name) => !now.includes(name) && variables[name]);
  return [
    ...(added.length > 0
      ? [
          {
            what: `New settings, which all have a default: ${added.join(', ')}. .env.example explains them.`,
            commands: [],
          },
        ]
      : []),
    ...removed.map((name) => ({
      what: `${name} is set and no longer read: CHANGELOG.md says what stands in its place. Take it out of /etc/site.env.`,
      commands: [],
    })),
  ];
}

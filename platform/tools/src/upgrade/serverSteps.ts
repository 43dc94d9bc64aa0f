import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrationState } from '@site/api/database/migrationState.ts';
import { root } from '@site/kit/build/bundles/project.ts';
import type { Settings } from '@site/server/settings.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { z } from 'zod';
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

/** What to do with each server, in turn. */
export function serverSteps(
  servers: readonly RunningServer[],
  version: string,
  { API_ORIGIN }: Pick<Settings, 'API_ORIGIN'>,
): readonly Step[] {
  const outdated = servers.filter((server) => server.version !== version);
  if (outdated.length === 0) return [];
  return [
    {
      what: 'Let this checkout be the one that runs, with its units.',
      commands: [
        `ln -sfn ${root} /srv/site`,
        'cp /srv/site/docs/deploy/*.service /srv/site/docs/deploy/*.timer /etc/systemd/system/ && systemctl daemon-reload',
      ],
    },
    ...(API_ORIGIN
      ? [{ what: `Restart the API at ${API_ORIGIN}, on its machine.`, commands: ['systemctl restart site-api'] }]
      : []),
    ...outdated.map(({ origin, isReady, version: before }) => {
      const runs = isReady === undefined ? 'doesn’t answer' : `runs ${before ?? 'a version before 1.1.0'}`;
      return {
        what: `On its machine, replace ${origin}, which ${runs}, and wait until it is ready. If it isn’t within a minute, go back: docs/deploy.md, “Updates”.`,
        commands: ['systemctl reload site', `curl -f ${origin}/readyz`],
      };
    }),
  ];
}

/** The steps for the database. */
export async function databaseSteps({ DATA_DIR, DATABASE_URL, API_ORIGIN }: Settings): Promise<readonly Step[]> {
  if (API_ORIGIN) return [];
  const { pending, unknown } = await migrationState({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  if (unknown.length > 0)
    return [
      {
        what: `The database is of a newer version (${unknown.join(', ')}): this one can’t start on it. Restore the backup from before that update, or stay with the newer version.`,
        commands: [],
        blocks: true,
      },
    ];
  if (pending.length === 0) return [];
  const what = `The first server that starts changes the database (${pending.join(', ')}). The version before can’t start on it then: make a backup.`;
  const command = DATABASE_URL ? 'pg_dump --format=custom site > site.dump' : 'npx site backup before-update.sqlite';
  return [{ what, commands: [command] }];
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

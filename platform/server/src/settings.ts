import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { apiSettings, checkMailSettings, listenSettings } from '@site/api/settings.ts';
import { cdnSettings, checkCdnSettings } from '@site/cdn/settings.ts';
import { controlRoomSettings } from '@site/control-room/settings.ts';
import { address, originAlone, readSettings as read, type SettingSchemas } from '@site/node/settings.ts';
import { checkNoticeSettings, noticeSettings } from '@site/notices/settings.ts';
import { releaseServiceSettings } from '@site/release-service/settings.ts';
import { isOwnMachine, isSafeForSecrets, siteAt } from '@site/releases/signing/audience.ts';
import { localKeys } from '@site/releases/signing/localKey.ts';
import { wallSettings } from '@site/renderer/walls/wall.ts';
import { checkSharedMemorySettings, sharedMemorySettings } from '@site/shared-memory/settings.ts';
import { z } from 'zod';
import { serverLimits } from './limits.ts';

const insecure = 'must be https origins, such as https://releases.example.com, with commas between them';

// On this machine plain http is safe.
const remoteOrigins = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(
    z.array(
      address
        .transform(({ origin }) => origin)
        .refine((value) => value.startsWith('https:') || isOwnMachine(value), insecure),
    ),
  )
  .default([]);

const serversError = `must be auto, or a number from 1 to ${serverLimits.servers.most}`;

const servers = z
  .string()
  .transform((value) => (value === 'auto' ? Math.max(2, availableParallelism()) : Number(value)))
  .pipe(z.number(serversError).int(serversError).min(1, serversError).max(serverLimits.servers.most, serversError))
  .default(1);

const defaultStore = '.releases';

const schema = z
  .object({
    ...apiSettings,
    ...listenSettings(3000),
    SERVERS: servers,
    RELEASES: z.string().min(1).default(defaultStore),
    RELEASES_TOKEN: z
      .string()
      .regex(/^[\w.~+/-]{16,200}$/, 'must have 16 characters or more: letters, digits and . _ ~ + / -')
      .optional(),
    TRUSTED_KEYS: z.string().min(1).optional(),
    REPORTS: z.string().min(1).optional(),
    PREVIEW_SECRET: z.string().min(32, 'must have 32 characters or more').optional(),
    API_ORIGIN: originAlone.optional(),
    REMOTE_ORIGINS: remoteOrigins,
    ...releaseServiceSettings,
    ...controlRoomSettings,
    ...sharedMemorySettings,
    ...cdnSettings,
    ...noticeSettings,
    RENDER_WALL: z.enum(wallSettings).default('strongest'),
  } satisfies SettingSchemas)
  .superRefine(checkMailSettings)
  .superRefine(checkRemoteOrigins)
  .superRefine(checkCdnSettings)
  .superRefine(checkSharedMemorySettings)
  .superRefine(checkNoticeSettings)
  .refine(
    ({ RELEASES, RELEASES_TOKEN }) => !RELEASES_TOKEN || !RELEASES.startsWith('http:') || isSafeForSecrets(RELEASES),
    {
      path: ['RELEASES'],
      error: 'must be an https address, as the RELEASES_TOKEN is sent there',
    },
  );

/** The settings of the site; `.env.example` explains each name. */
export type Settings = z.infer<typeof schema>;

/** A remote on the same machine is for development, not for a site with a public name. */
function checkRemoteOrigins(
  { SITE_ORIGIN, REMOTE_ORIGINS }: { SITE_ORIGIN?: string | undefined; REMOTE_ORIGINS: readonly string[] },
  context: z.RefinementCtx,
): void {
  if (SITE_ORIGIN === undefined || isOwnMachine(SITE_ORIGIN)) return;
  if (REMOTE_ORIGINS.every((value) => value.startsWith('https:'))) return;
  context.addIssue({ code: 'custom', path: ['REMOTE_ORIGINS'], message: insecure });
}

/**
 * Reads the settings of the site from the environment.
 *
 * @throws {OperatorError} naming each variable that is wrong, and why
 */
export const readSettings = (environment: NodeJS.ProcessEnv): Settings => read(schema, environment);

/** The server's own copies of releases. */
export const copiesFolder = ({ DATA_DIR }: Pick<Settings, 'DATA_DIR'>): string => join(DATA_DIR, 'releases');

/** Where servers write reports for the release commands. */
export const reportsFolder = (settings: Pick<Settings, 'DATA_DIR' | 'REPORTS'>): string =>
  settings.REPORTS ?? copiesFolder(settings);

/** The folder of the default store's own key, used until TRUSTED_KEYS is set. Other stores have none. */
export const localKeysFolder = ({
  RELEASES,
  TRUSTED_KEYS,
}: Pick<Settings, 'RELEASES' | 'TRUSTED_KEYS'>): string | undefined =>
  TRUSTED_KEYS === undefined && RELEASES === defaultStore ? `${RELEASES}-keys` : undefined;

/**
 * The site that pointers and the route policy must be signed for. The default store needs no name: its key exists only on this
 * machine.
 */
export const audienceOf = (settings: Pick<Settings, 'RELEASES' | 'TRUSTED_KEYS' | 'SITE_ORIGIN'>): string =>
  siteAt(localKeysFolder(settings) === undefined ? settings.SITE_ORIGIN : undefined);

/** The file of trusted keys; undefined where releases need no signature. */
export function trustedKeysFile(settings: Pick<Settings, 'RELEASES' | 'TRUSTED_KEYS'>): string | undefined {
  const local = localKeysFolder(settings);
  if (local === undefined) return settings.TRUSTED_KEYS;
  const file = localKeys(local).trusted;
  return existsSync(file) ? file : undefined;
}

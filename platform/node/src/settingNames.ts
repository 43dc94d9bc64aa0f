import { cdnNames } from '@site/cdn/settingNames.ts';
import { controlRoomNames } from '@site/control-room/settingNames.ts';
import { noticeNames } from '@site/notices/settingNames.ts';
import { releaseServiceNames } from '@site/release-service/settingNames.ts';
import { bucketNames } from '@site/s3-store/settingNames.ts';
import { tokenPrefix } from '@site/shared/contract/api.ts';
import { sharedMemoryNames } from '@site/shared-memory/settingNames.ts';
import { tracingNames } from '@site/tracing/settingNames.ts';

/** The settings of the site, its API and its commands. `.env.example` explains each. */
const coreSettings = [
  'API_ORIGIN',
  'DATABASE_URL',
  'DATA_DIR',
  'HOST',
  'LOG_LEVEL',
  'MAIL_CONFIRM',
  'MAIL_FROM',
  'MAIL_TO',
  'MESSAGES_KEEP_DAYS',
  'METRICS_TOKEN',
  'PORT',
  'PREVIEW_SECRET',
  'PROMOTE_KEY',
  'RELEASES',
  'RELEASES_TOKEN',
  'RELEASE_KEY',
  'REMOTE_ORIGINS',
  'RENDER_WALL',
  'REPORTS',
  'SAMPLE_NEWS',
  'SERVERS',
  'SITE_ORIGIN',
  'SMTP_URL',
  'TRUSTED_KEYS',
  'TRUST_PROXY',
] as const;

const coreSecrets = [
  'DATABASE_URL',
  'METRICS_TOKEN',
  'PREVIEW_SECRET',
  'PROMOTE_KEY',
  'RELEASE_KEY',
  'RELEASES_TOKEN',
  'SMTP_URL',
] as const satisfies readonly (typeof coreSettings)[number][];

/**
 * The settings of what a site may do without: a line for each room that has some. Every program knows all of them: they share a
 * file of settings, and what is misspelt there is refused.
 */
const optionalRooms = [
  bucketNames,
  cdnNames,
  controlRoomNames,
  noticeNames,
  releaseServiceNames,
  sharedMemoryNames,
  tracingNames,
] as const;

/** All settings. */
export const settingNames = [...coreSettings, ...optionalRooms.flatMap(({ names }) => names)].toSorted();

/** Settings of earlier versions, and what to use instead. */
export const goneSettings: Readonly<Record<string, string>> = {
  RENDER_MEMORY:
    'Rendering takes 60 % of what the process may have: set MemoryMax= of the unit, or the memory limit of the container.',
};

/** The name of a setting. */
export type SettingName = (typeof settingNames)[number];

/** The settings that are secrets. Each may be in a file of its own. */
export const secretSettings: readonly SettingName[] = [
  ...coreSecrets,
  ...optionalRooms.flatMap(({ secrets }) => secrets),
].toSorted();

/** Whether a setting is a secret. A policy chooses the names of the tokens of remotes' own APIs. */
export const isSecret = (name: string): boolean =>
  secretSettings.some((secret) => secret === name) || name.startsWith(tokenPrefix);

/** What the environment and files may set: the settings, and the files of those that are secrets. */
export const knownNames: readonly string[] = [...settingNames, ...secretSettings.map((name) => `${name}_FILE`)];

/** Whether a name in the environment or in a file belongs to the site. */
export const isOurs = (name: string): boolean => knownNames.includes(name) || name.startsWith(tokenPrefix);

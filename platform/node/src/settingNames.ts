import { tokenPrefix } from '@site/shared/contract/api.ts';

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

/**
 * The settings of what a site may do without. Every program knows all of them: they share a file of settings, and what is misspelt
 * there is refused.
 */
const optionalSettings = {
  buckets: ['AWS_ACCESS_KEY_ID', 'AWS_ENDPOINT_URL_S3', 'AWS_REGION', 'AWS_SECRET_ACCESS_KEY'],
  cdn: ['CDN_PURGE', 'CDN_TOKEN'],
  releaseService: ['RELEASE_SERVICE', 'RELEASE_SERVICE_ORIGIN'],
  sharedMemory: ['SHARED_MEMORY'],
  tracing: [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_SERVICE_NAME',
    'OTEL_TRACES_SAMPLER',
    'OTEL_TRACES_SAMPLER_ARG',
  ],
} as const;

/** All settings. */
export const settingNames = [...coreSettings, ...Object.values(optionalSettings).flat()].toSorted();

/** Settings of earlier versions, and what to use instead. */
export const goneSettings: Readonly<Record<string, string>> = {
  RENDER_MEMORY:
    'Rendering takes 60 % of what the process may have: set MemoryMax= of the unit, or the memory limit of the container.',
};

/** The name of a setting. */
export type SettingName = (typeof settingNames)[number];

/** The settings that are secrets. Each may be in a file of its own. */
export const secretSettings = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'CDN_TOKEN',
  'DATABASE_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PREVIEW_SECRET',
  'PROMOTE_KEY',
  'RELEASE_KEY',
  'RELEASES_TOKEN',
  'SHARED_MEMORY',
  'SMTP_URL',
] as const satisfies readonly SettingName[];

/** Whether a setting is a secret. A policy chooses the names of the tokens of remotes' own APIs. */
export const isSecret = (name: string): boolean =>
  secretSettings.some((secret) => secret === name) || name.startsWith(tokenPrefix);

/** What the environment and files may set: the settings, and the files of those that are secrets. */
export const knownNames: readonly string[] = [...settingNames, ...secretSettings.map((name) => `${name}_FILE`)];

/** Whether a name in the environment or in a file belongs to the site. */
export const isOurs = (name: string): boolean => knownNames.includes(name) || name.startsWith(tokenPrefix);

import { tokenPrefix } from '@site/shared/contract/api.ts';

/** Every setting of the site, its API, its release service and its commands. `.env.example` explains each. */
export const settingNames = [
  'API_ORIGIN',
  'AWS_ACCESS_KEY_ID',
  'AWS_ENDPOINT_URL_S3',
  'AWS_REGION',
  'AWS_SECRET_ACCESS_KEY',
  'CDN_PURGE',
  'CDN_TOKEN',
  'DATABASE_URL',
  'DATA_DIR',
  'DICTIONARIES',
  'HOST',
  'LOG_LEVEL',
  'MAIL_CONFIRM',
  'MAIL_FROM',
  'MAIL_TO',
  'MESSAGES_KEEP_DAYS',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
  'PORT',
  'PREVIEW_SECRET',
  'PROMOTE_KEY',
  'RELEASES',
  'RELEASES_TOKEN',
  'RELEASE_KEY',
  'RELEASE_SERVICE',
  'RELEASE_SERVICE_ORIGIN',
  'REMOTE_ORIGINS',
  'RENDER_MEMORY',
  'RENDER_WALL',
  'REPORTS',
  'SAMPLE_NEWS',
  'SERVERS',
  'SHARED_MEMORY',
  'SITE_ORIGIN',
  'SMTP_URL',
  'TRUSTED_KEYS',
  'TRUST_PROXY',
] as const;

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

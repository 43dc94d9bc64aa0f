import { apiSettings, checkMailSettings } from '@site/api';
import { z } from 'zod';

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address such as https://www.example.com' })
  .transform((value) => new URL(value).origin);

const schema = z
  .object({
    ...apiSettings,
    PORT: z.coerce.number({ error: 'must be a number from 0 to 65535' }).int().min(0).max(65_535).default(3000),
    HOST: z.string().min(1).default('127.0.0.1'),
    RELEASES: z.string().min(1).default('.releases'),
    API_ORIGIN: origin.optional(),
    /** Addresses of proxies whose `X-Forwarded-*` headers are believed, such as `loopback,10.0.0.0/8`. */
    TRUST_PROXY: z.string().min(1).default('loopback'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'must be one of fatal, error, warn, info, debug, trace, silent',
      })
      .default('warn'),
  })
  .superRefine(checkMailSettings);

/** What the environment says of how the site is to run; `.env.example` explains each name. */
export type Settings = z.infer<typeof schema>;

/** An environment that the site can't run in. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * Reads the settings; empty values count as absent.
 *
 * @throws {SettingsError} naming each variable that is wrong, and why
 */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new SettingsError(`SITE-SETTINGS ${problems.join('; ')}.`);
}

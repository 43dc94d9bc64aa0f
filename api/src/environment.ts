import { z } from 'zod';
import { apiSettings, checkMailSettings } from './settings.ts';

const environment = z
  .object({
    ...apiSettings,
    PORT: z.coerce.number('must be a number').int().min(0).max(65535, 'must be between 0 and 65535').default(3001),
    HOST: z.string().min(1).default('127.0.0.1'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    /** Addresses of proxies whose `X-Forwarded-*` headers are believed, such as `loopback,10.0.0.0/8`. */
    TRUST_PROXY: z.string().min(1).default('loopback'),
  })
  .superRefine(checkMailSettings);

/** The settings of the API as a process of its own. */
export type Environment = z.infer<typeof environment>;

/** The environment names something wrong; the message says what. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/**
 * Reads the settings. An empty variable counts as absent.
 *
 * @throws {EnvironmentError} naming each variable that is wrong
 */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = environment.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new EnvironmentError(`SITE-SETTINGS ${problems.join('; ')}.`);
}

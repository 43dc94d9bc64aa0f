import { apiSettings, checkMailSettings, listenSettings, readSettings as read } from '@site/api';
import { z } from 'zod';

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address such as https://www.example.com' })
  .transform((value) => new URL(value).origin);

const schema = z
  .object({
    ...apiSettings,
    ...listenSettings(3000, 'warn'),
    RELEASES: z.string().min(1).default('.releases'),
    API_ORIGIN: origin.optional(),
  })
  .superRefine(checkMailSettings);

/** What the environment says of how the site is to run; `.env.example` explains each name. */
export type Settings = z.infer<typeof schema>;

/**
 * Reads the settings of the site.
 *
 * @throws {SettingsError} naming each variable that is wrong, and why
 */
export const readSettings = (environment: NodeJS.ProcessEnv): Settings => read(schema, environment);

import { apiSettings, checkMailSettings, listenSettings } from '@site/api/settings.ts';
import { readSettings as read } from '@site/http/settings.ts';
import { z } from 'zod';

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address such as https://www.example.com' })
  .transform((value) => new URL(value).origin);

const insecure = 'must be https origins, such as https://releases.example.com, with commas between them';

/** Whether an address stays on this machine, where plain http is safe. */
const isOwnMachine = (value: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(value)?.hostname ?? '');

const remoteOrigins = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(z.array(origin.refine((value) => value.startsWith('https:') || isOwnMachine(value), insecure)))
  .default([]);

const schema = z
  .object({
    ...apiSettings,
    ...listenSettings(3000, 'warn'),
    RELEASES: z.string().min(1).default('.releases'),
    API_ORIGIN: origin.optional(),
    REMOTE_ORIGINS: remoteOrigins,
    RENDER_WALL: z.enum(['strongest', 'strict', 'process']).default('strongest'),
  })
  .superRefine(checkMailSettings)
  .superRefine(checkRemoteOrigins);

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

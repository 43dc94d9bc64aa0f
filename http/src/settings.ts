import type { z } from 'zod';

/** An environment that a server can't run in; the message says what is wrong with it. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Variables of an environment. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads settings out of an environment. An empty variable counts as absent.
 *
 * @throws {SettingsError} naming each variable that is wrong, and why
 */
export function readSettings<Schema extends z.ZodType>(schema: Schema, variables: Variables): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new SettingsError(`SITE-SETTINGS ${problems.join('; ')}.`);
}

/** What to tell the owner when a server can't listen: one line that begins with a code. Nothing for other errors. */
export function listenProblem(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  switch (error.code) {
    case 'EADDRINUSE':
      return `SITE-PORT ${error.message}. Stop the other server, or set PORT to a free one.`;
    case 'EACCES':
      return `SITE-PORT ${error.message}. Set PORT to 1024 or more, or allow this user to take it.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `SITE-HOST ${error.message}. Set HOST to an address of this machine.`;
    default:
      return undefined;
  }
}

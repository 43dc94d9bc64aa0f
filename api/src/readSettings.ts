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

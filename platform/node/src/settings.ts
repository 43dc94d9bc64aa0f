import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { z } from 'zod';
import type { SettingName } from './settingNames.ts';

/** Environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The parts of a schema. Settings that the list of names lacks don't compile: they would be refused as misspelt. */
export type SettingSchemas = Partial<Record<SettingName, z.ZodType>>;

/**
 * Reads settings from environment variables. An empty variable counts as unset.
 *
 * @throws {OperatorError} `SITE-SETTINGS`, naming each variable that is wrong, and why
 */
export function readSettings<Schema extends z.ZodType>(schema: Schema, variables: Variables): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  throw new OperatorError('SITE-SETTINGS', `${problems.join('; ')}.`);
}

const portError = 'must be a number from 0 to 65535';

/** The settings of where a server listens. */
export const addressSettings = (defaultPort: number) =>
  ({
    PORT: z.coerce.number(portError).int(portError).min(0, portError).max(65_535, portError).default(defaultPort),
    HOST: z.string().min(1).default('127.0.0.1'),
  }) satisfies SettingSchemas;

/** An http(s) address whose origin is used. */
export const address = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address such as https://www.example.com', abort: true })
  .transform((value) => new URL(value));

/** An origin. What would be dropped is refused: its operator believes that it counts. */
export const originAlone = address.transform(({ origin, username, password, pathname, search, hash }, context) => {
  const extra = [
    (username || password) && 'a user',
    pathname !== '/' && 'a path',
    search && 'a query',
    hash && 'a hash',
  ].filter(Boolean);
  if (extra.length > 0) context.addIssue(`must be ${origin} alone, and has ${extra.join(' and ')}`);
  return origin;
});

/** The public origin of the site. */
export const originSetting = { SITE_ORIGIN: originAlone.optional() } satisfies SettingSchemas;

/** What to print for an error that ends a program: only the message if its operator can fix it, else everything. */
export function explain(error: unknown): unknown {
  return error instanceof OperatorError
    ? error.message
    : (explainListenError(error) ?? explainFileError(error) ?? error);
}

/** The message for an error of a folder or a disk that its operator can fix; undefined for other errors. */
function explainFileError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error && 'code' in error)) return undefined;
  const isRefused = (error.code === 'EACCES' || error.code === 'EPERM') && 'path' in error;
  if (!isRefused && !['EDQUOT', 'EMFILE', 'ENFILE', 'ENOSPC', 'EROFS'].includes(String(error.code))) return undefined;
  return `SITE-FILES ${error.message}. Let this user write there, free space on the disk, or raise the named limit.`;
}

/** The message for an error of Node's `listen`; undefined for other errors. */
function explainListenError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || 'path' in error) return undefined;
  switch (error.code) {
    case 'EADDRINUSE':
      return `SITE-PORT ${error.message}. Stop the other server, or set PORT to a free one (for the control room CONTROL_ROOM).`;
    case 'EACCES':
      return `SITE-PORT ${error.message}. Set PORT to 1024 or more, or allow this user to take it.`;
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return `SITE-HOST ${error.message}. Set HOST to an address of this machine.`;
    default:
      return undefined;
  }
}

import {
  addressSettings,
  originSetting,
  readSettings,
  type SettingSchemas,
  type Variables,
} from '@site/node/settings.ts';
import { tracingSettings } from '@site/tracing/settings.ts';
import ipaddr from 'ipaddr.js';
import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import { serverAddresses } from './databaseAddress.ts';
import { limits } from './limits.ts';

const email = z.email();

/** One or more mail addresses, such as `Company <site@example.com>, b@example.com`. */
const mailAddresses = z.string().refine((value) => {
  const mailboxes = addressparser(value, { flatten: true });
  return mailboxes.length > 0 && mailboxes.every(({ address }) => email.safeParse(address).success);
}, 'must be an e-mail address, such as hello@example.com');

/** The settings of the API, inside the site server or as its own process. */
export const apiSettings = {
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .refine(
      (value) => serverAddresses(value).every((address) => URL.canParse(address)),
      'must be the address of a PostgreSQL database, such as postgresql://user:password@host:5432/site',
    )
    .optional(),
  ...originSetting,
  /** Whether a new database begins with the sample news. */
  SAMPLE_NEWS: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((value) => value === 'true')
    .optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'must be the address of a mail server, such as smtps://user:password@mail.example.com',
    })
    .optional(),
  MAIL_TO: mailAddresses.optional(),
  MAIL_FROM: mailAddresses.optional(),
  MAIL_CONFIRM: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((value) => value === 'true')
    .optional(),
  MESSAGES_KEEP_DAYS: z.coerce
    .number('must be a number of days')
    .int('must be a whole number of days')
    .min(1, 'must be 1 or more')
    .max(36_500, 'must be 36500 or less, which is a hundred years')
    .default(limits.messagesKeepDays),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
} as const satisfies SettingSchemas;

const apiSchema = z.object(apiSettings);

/** The API's settings; `.env.example` explains each name. */
export type ApiSettings = z.infer<typeof apiSchema>;

/** Refuses a mail server without a recipient; for `superRefine`. */
export function checkMailSettings({ SMTP_URL, MAIL_TO }: Partial<ApiSettings>, context: z.RefinementCtx): void {
  if (!SMTP_URL || MAIL_TO) return;
  context.addIssue({
    code: 'custom',
    path: ['MAIL_TO'],
    message: 'must be set as well: SMTP_URL says how messages are sent, MAIL_TO to whom',
  });
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Names that Fastify knows for ranges of addresses. */
const proxyNames: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];
const proxyError = `must be addresses of proxies, such as 10.0.0.1 or 10.0.0.0/8, or ${proxyNames.join(', ')}, with commas between them`;

const isProxyList = (value: string): boolean =>
  value
    .split(',')
    .map((part) => part.trim())
    .every((part) => proxyNames.includes(part) || ipaddr.isValid(part) || ipaddr.isValidCIDR(part));

/** The settings of a server: where it listens, which proxies it trusts, what it logs, and where its traces go. */
export const listenSettings = (defaultPort: number) =>
  ({
    ...addressSettings(defaultPort),
    /** Addresses of proxies whose `X-Forwarded-*` headers are trusted, such as `loopback,10.0.0.0/8`. */
    TRUST_PROXY: z.string().refine(isProxyList, proxyError).default('loopback'),
    LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default('warn'),
    ...tracingSettings,
  }) satisfies SettingSchemas;

const processSchema = z.object({ ...apiSettings, ...listenSettings(3001) }).superRefine(checkMailSettings);

/** The settings of the API as its own process. */
export type ProcessSettings = z.infer<typeof processSchema>;

/**
 * Reads the settings of the API as its own process.
 *
 * @throws {OperatorError} naming each variable that is wrong
 */
export const readProcessSettings = (environment: Variables): ProcessSettings =>
  readSettings(processSchema, environment);

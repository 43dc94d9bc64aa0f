import { z } from 'zod';
import { isAddressList } from './mail/addresses.ts';

const addresses = z.string().refine(isAddressList, 'must be an e-mail address, such as hello@example.com');

/** The settings that the API has wherever it runs: inside of the site server, or as its own process. */
export const apiSettings = {
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(?:ql)?$/,
      error: 'must be the address of a PostgreSQL database, such as postgresql://user:password@host:5432/site',
    })
    .optional(),
  SITE_ORIGIN: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address such as https://www.example.com' })
    .transform((value) => new URL(value).origin)
    .optional(),
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: 'must be the address of a mail server, such as smtps://user:password@mail.example.com',
    })
    .optional(),
  MAIL_TO: addresses.optional(),
  MAIL_FROM: addresses.optional(),
  MAIL_CONFIRM: z
    .enum(['true', 'false'], 'must be true or false')
    .transform((value) => value === 'true')
    .optional(),
  MESSAGES_KEEP_DAYS: z.coerce
    .number('must be a number of days')
    .int('must be a whole number of days')
    .min(1, 'must be 1 or more, or empty to keep messages for ever')
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
} as const;

const schema = z.object(apiSettings);

/** What the environment says of how the API is to work; `.env.example` explains each name. */
export type ApiSettings = z.infer<typeof schema>;

/** Refuses a mail server without anybody to write to; for `superRefine`. */
export function checkMailSettings({ SMTP_URL, MAIL_TO }: Partial<ApiSettings>, context: z.RefinementCtx): void {
  if (!SMTP_URL || MAIL_TO) return;
  context.addIssue({
    code: 'custom',
    path: ['MAIL_TO'],
    message: 'must be set as well: SMTP_URL says how messages are sent, MAIL_TO to whom',
  });
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const anyPort = 'must be a number from 0 to 65535';

/** The settings of whatever listens: where, whom it believes, and how much it logs unless it is told. */
export const listenSettings = (port: number, level: (typeof levels)[number]) => ({
  PORT: z.coerce.number(anyPort).int(anyPort).min(0, anyPort).max(65_535, anyPort).default(port),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Addresses of proxies whose `X-Forwarded-*` headers are believed, such as `loopback,10.0.0.0/8`. */
  TRUST_PROXY: z.string().min(1).default('loopback'),
  LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default(level),
});

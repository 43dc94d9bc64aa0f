import { z } from 'zod';

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
} as const;

const schema = z.object(apiSettings);

/** What the environment says of how the API is to work; `.env.example` explains each name. */
export type ApiSettings = z.infer<typeof schema>;

import { probeHeader } from '@site/api/contact/probe.ts';
import { apiCalls, xsrf } from '@site/shared/contract/api.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { homePath } from '@site/shared/routes/path.ts';
import { feedPath } from '@site/shared/routes/siteFiles.ts';
import type { CheckedSite } from './settings.ts';

/** What of a site is checked, in the order of the page. */
export const kinds = ['pages', 'form', 'news'] as const;

/** One of them. */
export type Kind = (typeof kinds)[number];

/** An answer that has arrived as a whole. */
export interface ProbeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A request that shows whether a part of the site works. */
export interface Probe {
  readonly kind: Kind;
  readonly path: string;
  readonly request: RequestInit;
  /** Whether an answer is what visitors should get. */
  readonly isRight: (answer: ProbeAnswer) => boolean;
}

/**
 * Everything that is asked of a site, as its visitors would: the home page and the news of each language, and a message that nobody
 * gets, as docs/deploy/blackbox.yml sends it.
 */
export const probesOf = ({ origin, token }: CheckedSite): readonly Probe[] => [
  ...languages.map((language): Probe => {
    const begin = new RegExp(`<html[^>]* lang="?${language}\\b`);
    return {
      kind: 'pages',
      path: homePath(language),
      request: {},
      isRight: ({ status, body }) => status === 200 && begin.test(body) && body.trimEnd().endsWith('</html>'),
    };
  }),
  ...(token === undefined ? [] : [messageProbe(origin, token)]),
  ...languages.map(
    (language): Probe => ({
      kind: 'news',
      path: feedPath(language),
      request: {},
      isRight: ({ status, body }) => status === 200 && body.trimEnd().endsWith('</feed>'),
    }),
  ),
];

const xsrfToken = 'test-message-of-a-monitor';

const messageProbe = (origin: string, token: string): Probe => ({
  kind: 'form',
  path: `/api/v1/${apiCalls.sendMessage.path}`,
  request: {
    method: apiCalls.sendMessage.method,
    headers: {
      [probeHeader]: token,
      'content-type': 'application/json',
      cookie: `${xsrf.cookie}=${xsrfToken}`,
      [xsrf.header]: xsrfToken,
      origin,
    },
    body: JSON.stringify({
      name: 'Monitor',
      email: 'monitor@example.com',
      subject: 'Test',
      message: 'A test message of the monitor.',
    }),
  },
  isRight: ({ status, body }) => status === 200 && body.includes('could have been stored'),
});

import { createApi } from '@site/api/api.ts';
import type { ApiOptions } from '@site/api/contact/route.ts';
import { type RunningApi, startApi } from '@site/api/server.ts';
import { readProcessSettings } from '@site/api/settings.ts';
import { logSerializers } from '@site/node/logging.ts';
import Fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify';
import type { DatabaseKind } from '../postgres/onEveryDatabase.ts';
import { openTestDatabase, type TestDatabase } from './testDatabase.ts';

/** A valid message, as the form sends it. */
export const goodMessage = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'A new website',
  message: 'Could you build us an engine?\nKind regards',
};

/** The same token in cookie and header, as the site's pages send them. */
export const tokenHeaders = {
  cookie: 'XSRF-TOKEN=abcdefghijklmnopqrstuvwxyz',
  'x-xsrf-token': 'abcdefghijklmnopqrstuvwxyz',
};

/** A real API on its own real database. */
export interface TestApi extends TestDatabase {
  readonly server: FastifyInstance;
  /** The API's log, one line of JSON each. */
  readonly log: string[];
  get(url: string, headers?: InjectOptions['headers']): Promise<LightMyRequestResponse>;
  /** Sends a message with a valid token. */
  send(payload: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

/** Starts a `TestApi`; close it after the test. */
export async function startTestApi(
  options: Omit<ApiOptions, 'database'> = {},
  kind: DatabaseKind = 'SQLite',
): Promise<TestApi> {
  const place = await openTestDatabase(kind);
  const log: string[] = [];
  const server = Fastify({
    logger: { level: 'warn', serializers: logSerializers, stream: { write: (line: string) => void log.push(line) } },
    trustProxy: true,
  });
  await server.register(createApi({ database: place.database, ...options }));
  return {
    ...place,
    server,
    log,
    get: (url, headers = {}) => server.inject({ url, headers }),
    send: (payload, headers = {}) =>
      server.inject({
        method: 'POST',
        url: '/api/v1/contact',
        headers: { 'content-type': 'application/json', ...tokenHeaders, ...headers },
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      }),
    close: async () => {
      await server.close();
      await place.close();
    },
  };
}

/** The API's own server, in the test's process. */
export interface TestServer extends RunningApi {
  /** Sends a message as a browser does. */
  readonly post: (message: object, headers?: Record<string, string>) => Promise<Response>;
}

/** Starts the API on a free port with the given environment. */
export async function startTestServer(environment: Readonly<Record<string, string>>): Promise<TestServer> {
  const api = await startApi(readProcessSettings({ PORT: '0', LOG_LEVEL: 'silent', ...environment }));
  const post = (message: object, headers: Record<string, string> = {}) =>
    fetch(`${api.origin}/api/v1/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...tokenHeaders, ...headers },
      body: JSON.stringify(message),
    });
  return { ...api, post };
}

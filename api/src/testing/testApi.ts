import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify';
import { type ApiOptions, createApi } from '../api.ts';
import { openDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';

/** A whole message, as the form sends it. */
export const goodMessage = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'A new website',
  message: 'Could you build us an engine?\nKind regards',
};

/** A token in both places, as a browser of the site sends it. */
export const tokenHeaders = {
  cookie: 'XSRF-TOKEN=abcdefghijklmnopqrstuvwxyz',
  'x-xsrf-token': 'abcdefghijklmnopqrstuvwxyz',
};

/** A real API on a real database file in a folder of its own. */
export interface TestApi {
  readonly dataDir: string;
  readonly database: Database;
  readonly server: FastifyInstance;
  /** What the API has logged, one JSON text a line. */
  readonly log: string[];
  get(url: string, headers?: InjectOptions['headers']): Promise<LightMyRequestResponse>;
  /** Sends a message with a good token. */
  send(payload: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/** An empty folder for one test. */
export async function temporaryFolder(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'site-api-'));
}

/** Starts a `TestApi`; close it after the test. */
export async function startTestApi(options: Omit<ApiOptions, 'database'> = {}): Promise<TestApi> {
  const dataDir = await temporaryFolder();
  const database = await openDatabase({ dataDir });
  const log: string[] = [];
  const server = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => void log.push(line) } },
    trustProxy: true,
  });
  await server.register(createApi({ database, ...options }));
  return {
    dataDir,
    database,
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
      await database.destroy();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

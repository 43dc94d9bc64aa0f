import Fastify, { LogController } from 'fastify';
import type { Environment } from './environment.ts';
import { openApi } from './service.ts';

/** The API as a running process. */
export interface RunningApi {
  /** Where it answers, such as `http://127.0.0.1:3001`. */
  readonly origin: string;
  /** Finishes the running requests, then closes the database. */
  close(): Promise<void>;
}

/** Starts the API as a process of its own. */
export async function startApi(environment: Environment): Promise<RunningApi> {
  const api = await openApi(environment);
  // The log goes to the error stream: the output has only the line that says where the server is.
  const server = Fastify({
    logger: { level: environment.LOG_LEVEL, stream: process.stderr },
    // Its log lines would carry the visitors' addresses.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: environment.TRUST_PROXY,
  });
  server.addHook('onClose', () => api.close());
  try {
    await server.register(api.plugin);
    const origin = await server.listen({ port: environment.PORT, host: environment.HOST });
    return { origin, close: () => server.close() };
  } catch (error) {
    await server.close();
    throw error;
  }
}

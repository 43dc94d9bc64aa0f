import { readEnvironment } from '../environment.ts';
import { type RunningApi, startApi } from '../server.ts';
import { tokenHeaders } from './testApi.ts';

/** The API as its own process runs it, here in the test's process. */
export interface TestServer extends RunningApi {
  /** Sends a message as a browser does. */
  readonly post: (message: object, headers?: Record<string, string>) => Promise<Response>;
}

/** Starts the API on a free port with the given environment. */
export async function startTestServer(environment: Readonly<Record<string, string>>): Promise<TestServer> {
  const api = await startApi(readEnvironment({ PORT: '0', LOG_LEVEL: 'silent', ...environment }));
  const post = (message: object, headers: Record<string, string> = {}) =>
    fetch(`${api.origin}/api/v1/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...tokenHeaders, ...headers },
      body: JSON.stringify(message),
    });
  return { ...api, post };
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An API without news that keeps everybody waiting. */
export interface HeldApi {
  /** For `API_ORIGIN`. */
  readonly origin: string;
  /** Fulfilled when it was asked for the first time. */
  readonly asked: Promise<void>;
  /** How many calls it has got so far. */
  readonly waiting: () => number;
  /** Answers from now on, those who wait first. */
  readonly release: () => void;
  readonly stop: () => void;
}

/** Starts such an API. */
export async function startHeldApi(): Promise<HeldApi> {
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let calls = 0;
  const server = createServer(async (_request, response) => {
    calls += 1;
    onAsked();
    await released;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"news":[]}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, asked, waiting: () => calls, release, stop: () => void server.close() };
}

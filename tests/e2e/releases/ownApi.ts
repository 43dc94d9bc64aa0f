import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a team's own API answers at an address. */
export type OwnAnswer = (address: string) => { readonly status: number; readonly body: string };

/** A team's own API, with what it is asked. */
export async function startOwnApi(answer: OwnAnswer) {
  const api = { asked: [] as string[], answer };
  const server = createServer((request, response) => {
    api.asked.push(`${request.method} ${request.url} ${request.headers.authorization} ${request.headers.cookie}`);
    const { status, body } = api.answer(request.url ?? '');
    response.writeHead(status, { 'content-type': 'application/json', 'set-cookie': 'spy=1' }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return Object.assign(api, { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/public/`, stop });
}

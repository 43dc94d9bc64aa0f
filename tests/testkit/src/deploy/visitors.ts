/**
 * Simulates visitors of a site behind a proxy until SIGTERM: they request every page repeatedly, and one that doesn't exist.
 * Then prints, as JSON, the number of responses that were expected, and the others.
 */
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { everyAddress } from '../site/addresses.ts';

const [origin = ''] = process.argv.slice(2);
const [count, pause] = [4, 50];

const failures: string[] = [];
let answered = 0;
let isOver = false;
process.once('SIGTERM', () => {
  isOver = true;
});

/** A page's status, once all of it has arrived. */
async function statusOf(path: string, agent: Agent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  request(origin + path, { agent, rejectUnauthorized: false }, (response) => {
    text(response).then(() => resolve(response.statusCode ?? 0), reject);
  })
    .on('error', reject)
    .end();
  return await promise;
}

async function visit(first: number): Promise<void> {
  const agent = new Agent({ keepAlive: first % 2 === 0, maxSockets: 1 });
  for (let turn = first; !isOver; turn += 1) {
    const { page, path } = everyAddress[turn % everyAddress.length] ?? { page: 'home', path: '/en' };
    // Half of the pages come from a server's memory, half are rendered.
    const status = await statusOf(path + (turn % 2 ? '?boundaries' : ''), agent).catch((error: unknown) =>
      String(error),
    );
    if (status === (page === 'notFound' ? 404 : 200)) answered += 1;
    else failures.push(`${new Date().toISOString()} ${path}: ${status}`);
    await delay(pause);
  }
  agent.destroy();
}

await Promise.all(Array.from({ length: count }, (_, number) => visit(number * 7)));
console.log(JSON.stringify({ answered, failures }));

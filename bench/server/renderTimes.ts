import { everyAddress } from '@site/testkit/site/addresses.ts';
import { keptConnections, timedRequest } from '@site/testkit/timedRequest.ts';

const rounds = 10;

/** How long every page takes that no cache has, one after the other, in milliseconds. */
export async function renderTimes(origin: string): Promise<number[]> {
  const agent = keptConnections();
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    for (const { path } of everyAddress) {
      // Pages for colleagues are rendered anew each time.
      const { milliseconds } = await timedRequest(`${origin}${path}?boundaries`, { agent });
      // The first round makes the renderer warm.
      if (round > 0) times.push(milliseconds);
    }
  }
  agent.destroy();
  return times;
}

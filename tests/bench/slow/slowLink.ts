import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A slow mobile network: bits per second in each direction, and milliseconds there and back. */
export const slowNetwork = { bandwidth: 400_000, roundTrip: 400 };

/** What all connections share in one direction: bytes leave one after the other, and arrive half a round trip later. */
class Lane {
  readonly #underway: { readonly due: number; readonly deliver: () => void }[] = [];
  #freeAt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Sends a number of bytes; calls `deliver` when they arrive, in the order in which they were sent. */
  send(bytes: number, deliver: () => void): void {
    this.#freeAt = Math.max(performance.now(), this.#freeAt) + (bytes * 8 * 1000) / slowNetwork.bandwidth;
    this.#underway.push({ due: this.#freeAt + slowNetwork.roundTrip / 2, deliver });
    this.#wait();
  }

  #wait(): void {
    const [first] = this.#underway;
    if (!first || this.#timer) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        while ((this.#underway[0]?.due ?? Number.POSITIVE_INFINITY) <= performance.now())
          this.#underway.shift()?.deliver();
        this.#wait();
      },
      Math.max(0, first.due - performance.now()),
    );
  }
}

/** In bytes: of a packet, and of what may wait to be sent. */
const [packet, most] = [1_400, 8_400];

/** Sends on what arrives, no faster than the lane takes it. */
function carry(from: Socket, to: Socket, lane: Lane): void {
  let waiting = 0;
  from.on('data', (data: Buffer) => {
    for (let start = 0; start < data.length; start += packet) {
      const part = data.subarray(start, start + packet);
      waiting += part.length;
      lane.send(part.length, () => {
        waiting -= part.length;
        if (!to.destroyed) to.write(part);
        if (waiting <= most) from.resume();
      });
    }
    if (waiting > most) from.pause();
  });
  from.on('end', () => lane.send(0, () => to.end()));
  for (const event of ['error', 'close']) from.on(event, () => lane.send(0, () => to.destroy()));
}

/**
 * Leads to a port of this machine through the slow network. A connection takes one round trip before it carries anything.
 *
 * @param target returns the port, which need not be known before a connection
 */
export async function slowLink(target: () => number): Promise<{ readonly port: number; readonly stop: () => void }> {
  const [up, down] = [new Lane(), new Lane()];
  const sockets = new Set<Socket>();
  const link = createServer({ noDelay: true, pauseOnConnect: true }, async (client) => {
    const server = connect({ port: target(), host: '127.0.0.1', noDelay: true });
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    await delay(slowNetwork.roundTrip);
    carry(client, server, up);
    carry(server, client, down);
    client.resume();
  });
  await once(link.listen(0, '127.0.0.1'), 'listening');
  const stop = () => {
    link.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (link.address() as AddressInfo).port, stop };
}

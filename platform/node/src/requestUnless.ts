import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The class of a server's requests that ends a connection at the first request for which it is full.
 *
 * Node reads 64 kB at a time, and makes objects of all requests in them before it closes a connection or stops reading: of 2,000
 * small ones, several megabytes. It stops at once only where a connection leaves HTTP. So the request that is too many looks
 * like an upgrade; as nobody listens for these, Node closes the connection.
 */
export function requestUnless(isFull: (socket: Socket) => boolean): typeof IncomingMessage {
  class LimitedRequest extends IncomingMessage {
    constructor(socket: Socket) {
      super(socket);
      if (isFull(socket)) Object.defineProperty(this, 'upgrade', { get: () => true, set: () => {} });
    }
  }
  // undici, which forwards requests, gives up one of any other class together with its connection, and so without a response.
  LimitedRequest.prototype.constructor = IncomingMessage;
  return LimitedRequest;
}

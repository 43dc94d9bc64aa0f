import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FastifyRequest } from 'fastify';

const ownMachine = /^(?:::ffff:)?127\.|^::1$/;
const ownNames = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d+))?$/;

/**
 * The name of the service that a request must be signed for. A client on the same machine that doesn't use a proxy may sign
 * for the local address.
 *
 * @param origin RELEASE_SERVICE_ORIGIN, or else SITE_ORIGIN
 * @throws {OperatorError} RELEASE-REQUEST when the service has no name for others
 */
export function authorityOf({ headers, socket }: FastifyRequest, origin: string | undefined): string {
  const { host = '' } = headers;
  const isDirect =
    ownMachine.test(socket.remoteAddress ?? '') &&
    headers['x-forwarded-for'] === undefined &&
    headers['x-forwarded-host'] === undefined &&
    headers.forwarded === undefined;
  const [, port = '80'] = ownNames.exec(host) ?? [];
  // The port counts too: this machine may run another service.
  if (isDirect && ownNames.test(host) && Number(port) === socket.localPort) return host;
  if (origin !== undefined) return new URL(origin).host;
  throw new OperatorError(
    'RELEASE-REQUEST',
    'The release service doesn’t know its own name, for which requests are signed. Have its operator set SITE_ORIGIN.',
  );
}

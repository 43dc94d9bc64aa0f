import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerMalformed, responseTimeout, validateHost } from './connections.ts';
import { limits } from './limits.ts';

/** What a document may do that is none of the site's pages, such as a file opened by itself: nothing. */
export const nothingAllowed: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Writes a Content-Security-Policy. */
export const policyOf = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([directive, value]) => `${directive} ${value}`)
    .join('; ');

/** Powers of browsers that no page of the site uses, nor any embed. */
const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/** Headers of every answer over http; a page's own policy takes the place of the one that allows nothing. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policyOf(nothingAllowed),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
};

/** What an answer over https adds. Other hosts of the same domain are not the site's to decide on. */
export const strictTransport: Readonly<Record<string, string>> = {
  'strict-transport-security': `max-age=${2 * 365 * 24 * 60 * 60}`,
};

const httpsHeaders = { ...commonHeaders, ...strictTransport };

/**
 * Headers of every answer.
 *
 * @param isHttps whether visitors come over https, be it to a proxy in front of the server
 */
export const secureHeaders = (isHttps: boolean): Readonly<Record<string, string>> =>
  isHttps ? httpsHeaders : commonHeaders;

/** Whether the site is known to be visited over https, whatever a request says. */
export const isHttpsOrigin = (siteOrigin: string | undefined): boolean => siteOrigin?.startsWith('https:') ?? false;

type AnswerFailure = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

const headersFor = ({ protocol }: FastifyRequest, siteOrigin: string | undefined) =>
  secureHeaders(isHttpsOrigin(siteOrigin) || protocol === 'https');

/**
 * Options of a server that is defended (`secureServer`): what Fastify and Node refuse by themselves, before any hook, is answered
 * with the same headers as everything else.
 */
export const secureServerOptions = (siteOrigin: string | undefined, answerFailure: AnswerFailure) => ({
  frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    void answerFailure(error, request, reply.headers(headersFor(request, siteOrigin))),
  clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) =>
    answerMalformed(error, socket, secureHeaders(isHttpsOrigin(siteOrigin))),
});

/** Gives every answer its headers, and lets no client take up a connection for long. To be called before any other hook is added. */
export function secureServer(server: FastifyInstance, siteOrigin: string | undefined): void {
  server.addHook('onRequest', async (request, reply) => void reply.headers(headersFor(request, siteOrigin)));
  validateHost(server);
  responseTimeout(server.server, limits.connection.answerTaken);
}

import { randomBytes, randomFillSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6, Socket } from 'node:net';

/** The header with the id of a request, which every log on its way includes. */
export const requestIdName = 'x-request-id';

/** W3C Trace Context: its trace id is the request's id. @see https://www.w3.org/TR/trace-context/ */
export const traceName = 'traceparent';

const idBytes = 16;

/** Random bytes for the next ids: asking the system for each id would cost more than the rest of an answer's headers. */
const random = Buffer.alloc(256 * idBytes);
let used = random.length;

/** A new id for a request: 32 hexadecimal digits, as in nginx and in traces. */
export function newRequestId(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += idBytes;
  return random.toString('hex', used - idBytes, used);
}

/** The headers that pass the id on to the next server. */
export const requestIdHeaders = (id: string): Record<string, string> => ({
  [requestIdName]: id,
  [traceName]: `00-${id}-${randomBytes(8).toString('hex')}-01`,
});

/** Fastify's names (`trustProxy`) for ranges of addresses. */
const ranges: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const family = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/**
 * Creates the function that says whether a connection is a trusted proxy's, or a call that the server makes itself.
 *
 * @param proxies as the setting `TRUST_PROXY`
 */
function trustIn(proxies: string): (socket: Socket) => boolean {
  const trusted = new BlockList();
  for (const part of proxies.split(',').flatMap((name) => ranges[name.trim()] ?? [name.trim()])) {
    const [address = '', bits] = part.split('/');
    if (bits === undefined) trusted.addAddress(address, family(address));
    else trusted.addSubnet(address, Number(bits), family(address));
  }
  // Looking an address up takes longer than everything else here, and a proxy keeps its connections.
  const known = new WeakMap<Socket, boolean>();
  return (socket) => {
    if (isOwn(socket)) return true;
    const { remoteAddress } = socket;
    const trust =
      known.get(socket) ?? (remoteAddress !== undefined && trusted.check(remoteAddress, family(remoteAddress)));
    known.set(socket, trust);
    return trust;
  };
}

/** Whether the server makes the call itself: such a call has no connection. */
const isOwn = (socket: Socket): boolean => !(socket instanceof Socket);

/**
 * Creates the function that returns the id of a request: the one from a trusted proxy, or a new one. A visitor's own id is
 * ignored, and a proxy's must have the exact form, so that nobody can write to the log. The id only labels log lines and
 * traces: nothing relies on it being unique.
 *
 * @param proxies as the setting `TRUST_PROXY`
 */
export function requestIds(proxies: string): (request: IncomingMessage) => string {
  const isTrusted = trustIn(proxies);
  return ({ headers, socket }) => {
    const given = idIn(headers);
    return given !== undefined && isTrusted(socket) ? given : newRequestId();
  };
}

/** The span that a request belongs to: of a trusted proxy, or of this server itself. */
export interface TraceParent {
  /** The id of the request, too. */
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the trace is recorded there. */
  readonly isSampled: boolean;
  /** Whether this server makes the call itself. */
  readonly isOwn: boolean;
}

/**
 * Creates the function that returns what a request's trace began with; undefined when it begins here.
 *
 * @param proxies as the setting `TRUST_PROXY`
 */
export function traceParents(proxies: string): (request: IncomingMessage) => TraceParent | undefined {
  const isTrusted = trustIn(proxies);
  return ({ headers, socket }) => {
    const [, , traceId, spanId, flags] = traceIn(headers) ?? [];
    if (traceId === undefined || spanId === undefined || !isTrusted(socket)) return undefined;
    return { traceId, spanId, isSampled: (Number.parseInt(flags ?? '', 16) & 1) === 1, isOwn: isOwn(socket) };
  };
}

function idIn(headers: IncomingMessage['headers']): string | undefined {
  const [, , traceId] = traceIn(headers) ?? [];
  if (traceId !== undefined) return traceId;
  const { [requestIdName]: given } = headers;
  return typeof given === 'string' && /^(?!0{32})[\da-f]{32}$/.test(given) ? given : undefined;
}

const traceForm = /^([\da-f]{2})-((?!0{32})[\da-f]{32})-((?!0{16})[\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Version, trace, span and flags of a `traceparent`; undefined when it is malformed. Versions after 00 may be longer. */
function traceIn({ [traceName]: header }: IncomingMessage['headers']): readonly string[] | undefined {
  const trace = typeof header === 'string' ? traceForm.exec(header) : null;
  if (!trace) return undefined;
  const [, version, , , , more] = trace;
  return version === 'ff' || (version === '00' && more !== undefined) ? undefined : trace;
}

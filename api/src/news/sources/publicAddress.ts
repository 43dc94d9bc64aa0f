import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { limits } from '../../limits.ts';

/** Resolves a host name, as `dns.lookup` does. */
export type Resolve = typeof lookup;

/**
 * Creates an agent that connects only to public addresses. It connects to the very address that was checked, so DNS
 * rebinding has no effect. The operator's proxy may have any address: `assertPublicName` is for what it is asked for.
 */
export function publicAgent(resolve: Resolve = lookup): Dispatcher {
  const options = { connect: { lookup: publicLookup(resolve) } };
  return usesProxy() ? new EnvHttpProxyAgent({ ...options, proxyTunnel: false }) : new Agent(options);
}

/** Creates an agent for the owner's own addresses. */
export const ownAgent = (): Dispatcher => (usesProxy() ? new EnvHttpProxyAgent({ proxyTunnel: false }) : new Agent());

/** Whether programs use the proxies of `HTTP_PROXY` and `HTTPS_PROXY`, as Node's own requests do. */
const usesProxy = (): boolean => process.env.NODE_USE_ENV_PROXY === '1';

/**
 * Refuses a name that isn't public, if a proxy may resolve it. A name that only the proxy knows is left to it: it decides where
 * it connects to.
 *
 * @throws {Error} that names the address
 */
export async function assertPublicName(url: URL, resolve: Resolve = lookup): Promise<void> {
  if (!usesProxy() || ipaddr.isValid(addressOf(url))) return;
  if (isOwnName(url)) throw notPublic(url.hostname, url.hostname);
  const problem = await new Promise<Error | null>((done) => {
    publicLookup(resolve)(url.hostname, {}, done);
    // Behind a proxy, names of the internet may have nobody who answers for them.
    setTimeout(done, limits.proxiedName, null).unref();
  });
  if (problem instanceof NotPublicError) throw problem;
}

const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const hidden = error ? undefined : addresses.find(({ address }) => !isPublic(address));
      const problem = error ?? (hidden && notPublic(hostname, hidden.address));
      const [first] = addresses ?? [];
      if (problem || options.all || !first) callback(problem ?? null, addresses ?? []);
      else callback(null, first.address, first.family);
    });

/**
 * Refuses a URL whose host is an IP address that is not public. Node doesn't resolve such hosts, so `publicAgent` never sees
 * them.
 *
 * @throws {Error} that names the address
 */
export function assertPublicHost(url: URL): void {
  const address = addressOf(url);
  if (ipaddr.isValid(address) && !isPublic(address)) throw notPublic(url.hostname, address);
}

/** A host without the brackets of an IPv6 address. */
const addressOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Whether an owner who names this host must mean their own machine or network: an IP address, or a name that can't be
 * registered on the internet. Publishers, in contrast, can make their names resolve to anything.
 */
export function isOwnName({ hostname }: URL): boolean {
  if (hostname.startsWith('[') || ipaddr.isValid(hostname)) return true;
  return !hostname.includes('.') || /\.(?:localhost|local|internal|home\.arpa)$/.test(hostname);
}

/** The part of IPv6 that is allocated for the internet. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** IPv4 addresses in an IPv6-only network (NAT64). */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Whether an address is on the public internet. An IPv4 address inside an IPv6 one counts as the IPv4 address. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast';
  if (parsed.match(nat64)) return new ipaddr.IPv4(parsed.toByteArray().slice(-4)).range() === 'unicast';
  return parsed.match(globalIpv6) && parsed.range() === 'unicast';
}

class NotPublicError extends Error {}

const notPublic = (hostname: string, address: string): Error =>
  new NotPublicError(
    `${hostname === address ? address : `${hostname} leads to ${address}, which`} is no public address. Name an address of your own network itself, as it is`,
  );

import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent } from 'undici';

/** Finds the addresses of a name, as `dns.lookup` does. */
export type Resolve = typeof lookup;

/**
 * Makes what connects to public addresses alone. It connects to the very address that was checked: a name that leads
 * elsewhere a moment later leads nowhere here.
 */
export const publicOnly = (resolve: Resolve = lookup): Agent =>
  new Agent({ connect: { lookup: publicLookup(resolve) } });

const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const hidden = error ? undefined : addresses.find(({ address }) => !isPublic(address));
      const problem = error ?? (hidden && refusalOf(hostname, hidden.address));
      const [first] = addresses ?? [];
      if (problem || options.all || !first) callback(problem ?? null, addresses ?? []);
      else callback(null, first.address, first.family);
    });

/**
 * Refuses an address of the web that is written as a number and is not public: nothing is looked up for such a one.
 *
 * @throws {Error} that says so
 */
export function assertPublicHost({ hostname }: URL): void {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  if (ipaddr.isValid(address) && !isPublic(address)) throw refusalOf(hostname, address);
}

/**
 * Whether a name is of one's own machine or network whoever answers for it: a number, or a name that nobody can register.
 * What an owner calls so is meant so; the name of a publisher may lead anywhere.
 */
export function isOwnName({ hostname }: URL): boolean {
  if (hostname.startsWith('[') || ipaddr.isValid(hostname)) return true;
  return !hostname.includes('.') || /\.(?:localhost|local|internal|home\.arpa)$/.test(hostname);
}

/** All that is given out of IPv6, and what a network without IPv4 has for the addresses of that. */
const [givenOut, translated] = [ipaddr.IPv6.parseCIDR('2000::/3'), ipaddr.IPv6.parseCIDR('64:ff9b::/96')];

/** Whether an address is one of the internet at large; an IPv4 address within an IPv6 one counts as itself. */
function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const found = ipaddr.process(address);
  if (found instanceof ipaddr.IPv4) return found.range() === 'unicast';
  if (found.match(translated)) return new ipaddr.IPv4(found.toByteArray().slice(-4)).range() === 'unicast';
  return found.match(givenOut) && found.range() === 'unicast';
}

const refusalOf = (hostname: string, address: string): Error =>
  new Error(
    `${hostname === address ? address : `${hostname} leads to ${address}, which`} is no public address. Name an address of your own network itself, as it is`,
  );

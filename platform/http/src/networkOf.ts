import ipaddr from 'ipaddr.js';

/**
 * The part of an address that identifies one client: a whole IPv4 address, even if written as IPv6, or the first 64 bits of
 * an IPv6 address, since every connection has a huge number of them.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!('parts' in parsed)) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

/** The /48 of an IPv6 network from `networkOf`: all networks of one customer. Undefined for IPv4. */
export function siteOf(network: string): string | undefined {
  const parts = network.split(':');
  return parts.length === 4 ? parts.slice(0, 3).join(':') : undefined;
}

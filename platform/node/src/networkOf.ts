import ipaddr from 'ipaddr.js';

/**
 * The part of an address that identifies one client, wherever clients are counted: a whole IPv4 address, even if written as
 * IPv6, or the first 50 bits of an IPv6 address. A provider gives one customer between a /64 and a /48, which is 65,536 of
 * them: nobody counts as more than four clients.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!('parts' in parsed)) return parsed.toString();
  const [one = 0, two = 0, three = 0, four = 0] = parsed.parts;
  return [one, two, three, four & 0xc0_00].map((part) => part.toString(16)).join(':');
}

/**
 * Whether a client already has a fair share of the places that some clients share: as many as everyone would have if one more
 * came. However much one client asks for, it leaves places to others.
 *
 * @param owners the network of each taken place
 */
export function hasShare(owners: readonly string[], network: string, places: number): boolean {
  const clients = new Set([...owners, network]).size;
  return owners.filter((owner) => owner === network).length >= places / (clients + 1);
}

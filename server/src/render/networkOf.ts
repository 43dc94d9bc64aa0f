import { isIPv6 } from 'node:net';

const mappedIPv4 = /^::ffff:(?=[\d.]+$)/i;

/** What belongs to one client: an IPv4 address, or the 64 bits of IPv6 that a connection is given. */
export function networkOf(address: string): string {
  const plain = address.replace(mappedIPv4, '');
  if (!isIPv6(plain)) return plain;
  // Writes every address in one way, with the longest run of zeros left out.
  const { hostname } = new URL(`http://[${plain.split('%')[0]}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

import { type Kind, request } from '../Attack.ts';
import { cachedPages } from '../places.ts';
import { oddHeaders } from './headers.ts';

const hosts = [
  'evil.example',
  'localhost:99999',
  '[::1',
  '127.0.0.1@evil.example',
  '',
  'a b',
  'x'.repeat(3_000),
  'site.example/../x',
] as const;

/** Claims to have asked another host, or something that is none. */
export const oddHost: Kind = (random) =>
  request({
    path: random.pick([...cachedPages, '/en/'] as const),
    headers: [`Host: ${random.pick(hosts)}`, ...random.some(oddHeaders, 0.1)],
  });

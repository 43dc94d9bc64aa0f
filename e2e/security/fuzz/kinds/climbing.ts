import { type Kind, request } from '../Attack.ts';
import { roots } from '../places.ts';

const climbs = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '%252e%252e%252f',
  '%c0%ae%c0%ae/',
  '..;/',
  '.%00./',
] as const;

const targets = [
  'etc/passwd',
  'package.json',
  'current.json',
  'release.json',
  'server/remote.cjs',
  '.env',
  'site.sqlite',
  '',
] as const;

/** Leaves a folder for what is above it. */
export const climb: Kind = (random) => {
  const steps = random.pick(climbs).repeat(1 + random.below(8));
  return request({ path: random.pick(roots) + steps + random.pick(targets), method: random.pick(['GET', 'HEAD']) });
};

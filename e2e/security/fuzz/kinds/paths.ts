import { type Kind, request } from '../Attack.ts';
import { roots } from '../places.ts';

const oddCharacters = [
  '%',
  '%zz',
  '%00',
  '%0d%0aset-cookie:a=b',
  '%ff%fe',
  '//',
  '\\',
  ';',
  '|',
  '<script>',
  "'",
  '"',
  '\u00e9',
  '%E0%A4%A',
  '{{7*7}}',
  '$' + '{7}',
] as const;

/** Has in its path what no path has. */
export const oddPath: Kind = (random) => {
  const odd = Array.from({ length: 1 + random.below(4) }, () => random.pick(oddCharacters)).join('');
  return request({ path: random.pick(roots) + odd + random.pick(['', '/', '/en', `?${odd}`]) });
};

import { type Kind, request } from '../Attack.ts';
import { pages } from '../places.ts';

const previewed = [
  'blog@../../x',
  'blog@http://evil.example',
  'shell@1',
  '__proto__@1',
  'constructor@x',
  '@',
  'blog@%2e%2e%2f',
  'blog',
  '%00@%00',
  'blog@1@2',
] as const;
const parameters = [
  'preview=',
  'boundaries',
  '__proto__[x]=1',
  'constructor.prototype.x=1',
  'sent=1',
  'lang=fr',
  'callback=alert',
  'utm_source=x',
  'page=<svg/onload=1>',
] as const;

/** Asks in a query for previews of what is none, or for a prototype. */
export const oddQuery: Kind = (random) => {
  const query = random
    .some(parameters, 0.4)
    .map((name) => (name === 'preview=' ? name + random.pick(previewed) : name));
  const long = random.next() < 0.05 ? `&x=${'y'.repeat(random.below(8_000))}` : '';
  return request({ path: `${random.pick(pages)}?${query.join('&')}${long}` });
};

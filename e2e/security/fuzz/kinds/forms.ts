import { addresses } from '@site/testkit/site/addresses.ts';
import { type Kind, request } from '../Attack.ts';

const forms = [
  '',
  '%',
  '&&&===',
  'name=%ff%fe&email=%00',
  '__proto__[x]=1&name=a',
  'name=a&name=b&name[]=c',
  `message=${'x'.repeat(40_000)}`,
  '<xml/>',
] as const;

const formType = 'application/x-www-form-urlencoded';
const otherTypes = ['application/json', 'text/plain', 'multipart/form-data; boundary=', '', '\u00ff'] as const;

/** Posts to a page what no form sends. */
export const oddForm: Kind = (random) =>
  request({
    method: 'POST',
    path: random.pick([
      addresses.en.contact,
      addresses.fr.team,
      addresses.es.notFound,
      '/',
      '/en/contact?preview=blog@x',
    ] as const),
    headers: [
      `Content-Type: ${random.next() < 0.8 ? formType : random.pick(otherTypes)}`,
      `X-Forwarded-For: 198.19.9.${random.below(256)}`,
    ],
    body: random.pick(forms),
  });

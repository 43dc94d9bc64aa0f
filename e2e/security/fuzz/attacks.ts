import type { Attack, Kind } from './Attack.ts';
import { climb } from './kinds/climbing.ts';
import { oddForm } from './kinds/forms.ts';
import { poisonedPage } from './kinds/headers.ts';
import { oddHost } from './kinds/hosts.ts';
import { oddMessage } from './kinds/messages.ts';
import { oddMethod } from './kinds/methods.ts';
import { noise } from './kinds/noise.ts';
import { oddPath } from './kinds/paths.ts';
import { oddQuery } from './kinds/queries.ts';
import { smuggling } from './kinds/smuggling.ts';
import type { Random } from './Random.ts';

/** Kinds of attack, and the share of each in all. */
export type Mixture = readonly [readonly [share: number, Kind], ...(readonly [share: number, Kind])[]];

/** What a site meets. */
export const onSite: Mixture = [
  [20, poisonedPage],
  [20, climb],
  [14, oddMessage],
  [12, smuggling],
  [10, oddMethod],
  [8, oddHost],
  [6, oddPath],
  [4, oddQuery],
  [4, noise],
  [2, oddForm],
];

/** What an API meets, with no site before it. */
export const onApi: Mixture = [
  [40, oddMessage],
  [20, smuggling],
  [15, oddMethod],
  [10, climb],
  [5, oddPath],
  [5, oddHost],
  [5, noise],
];

/** The next attack of a mixture. */
export function attack(random: Random, mixture: Mixture): Attack {
  const deck = mixture.flatMap(([share, kind]) => Array<Kind>(share).fill(kind)) as [Kind, ...Kind[]];
  return random.pick(deck)(random);
}

import { type RawAnswer, rawAnswer, type Target } from '../raw.ts';
import type { Attack } from './Attack.ts';
import { attack, type Mixture } from './attacks.ts';
import { faultOf } from './faultOf.ts';
import { Random } from './Random.ts';

const atOnce = 16;

/** An assault: how many attacks of which kinds, and the seed by which it can be repeated. */
export interface Assault {
  readonly mixture: Mixture;
  readonly count: number;
  readonly seed: number;
}

/** Sends attacks to a server, several at once, and tells what was wrong with its answers. */
export async function assail(target: Target, { mixture, count, seed }: Assault): Promise<string[]> {
  const random = new Random(seed);
  const queue = Array.from({ length: count }, () => attack(random, mixture)).values();
  const later: Attack[] = [];
  const runs = await Promise.all(Array.from({ length: atOnce }, () => send(target, queue, later)));
  // By now no page rests any more: what was put off is answered.
  const late: Attack[] = [];
  return [...runs.flat(), ...(await send(target, later.values(), late)), ...late.map(({ bytes }) => `busy: ${bytes}`)];
}

/** Sends attacks until there are none left; those that are to be sent later go to `later`. */
async function send(target: Target, attacks: Iterator<Attack>, later: Attack[]): Promise<string[]> {
  const faults: string[] = [];
  for (let next = attacks.next(); !next.done; next = attacks.next()) {
    const answer = await rawAnswer(target, Buffer.from(next.value.bytes, 'latin1'));
    const fault = faultOf(next.value, answer);
    if (isOverloaded(answer)) later.push(next.value);
    else if (fault) faults.push(describeFault(fault, next.value, answer));
  }
  return faults;
}

/** Whether a busy machine was too slow for a page, which then rests for some seconds. */
const isOverloaded = ({ status, headers }: RawAnswer): boolean => status === 503 && headers.has('retry-after');

const describeFault = (fault: string, { bytes }: Attack, { text }: RawAnswer): string =>
  `${fault}: ${JSON.stringify(bytes.slice(0, 300))} ${text.slice(0, 300)}`;

import { root } from '@site/bundling/project.ts';
import { type RawAnswer, rawAnswer, type Target } from '@site/testkit/site/rawAnswer.ts';
import { type Attack, type Kind, Random } from './Attack.ts';
import { climb, oddMethod, oddPath, oddQuery } from './addressAttacks.ts';
import { oddForm, oddMessage, oddReport } from './bodyAttacks.ts';
import { noise, oddHost, poisonedPage, smuggling } from './headerAttacks.ts';

const atOnce = 16;

/** How many attacks of which kinds, and the seed to repeat them. */
export interface Assault {
  readonly mixture: Mixture;
  readonly count: number;
  readonly seed: number;
}

/** Sends attacks to a server, several at once. Returns what is wrong with its responses. */
export async function assail(target: Target, { mixture, count, seed }: Assault): Promise<string[]> {
  const random = new Random(seed);
  const queue = Array.from({ length: count }, () => attack(random, mixture)).values();
  const later: Attack[] = [];
  const runs = await Promise.all(Array.from({ length: atOnce }, () => send(target, queue, later)));
  // By now, no circuit breaker is open any more.
  const late: Attack[] = [];
  return [...runs.flat(), ...(await send(target, later.values(), late)), ...late.map(({ bytes }) => `busy: ${bytes}`)];
}

/** Sends attacks until there are none left. Adds those that were refused by a busy server to `later`. */
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

/** Whether a busy server refused the request: a page that took too long is refused for some seconds. */
const isOverloaded = ({ status, headers }: RawAnswer): boolean => status === 503 && headers.has('retry-after');

const describeFault = (fault: string, { bytes }: Attack, { text }: RawAnswer): string =>
  `${fault}: ${JSON.stringify(bytes.slice(0, 300))} ${text.slice(0, 300)}`;

/** What a response must not reveal: paths on the server, stack traces, names and versions of software. */
const secrets = [
  /\bat \S+ \(?\S+:\d+:\d+/,
  /node_modules[/\\]|file:\/\//,
  /fastify|sqlite|node(?:js)?[/ ]v?\d/i,
  /^(?:server|x-powered-by):/im,
];

/** What is wrong with the response to an attack; undefined when it is fine. */
function faultOf({ bytes, isRequest }: Attack, { status, headers, text, isHanging }: RawAnswer): string | undefined {
  if (isHanging) return 'no answer';
  if (status >= 500) return `status ${status}`;
  if (status === 0) return isRequest ? 'closed without an answer' : undefined;
  if (!headers.get('content-security-policy')?.startsWith("default-src 'none'")) return 'no policy';
  if (headers.get('x-content-type-options') !== 'nosniff') return 'content may be sniffed';
  if (!/^(?:\/(?!\/)|$)/.test(headers.get('location') ?? '')) return `leads to ${headers.get('location')}`;
  if (text.includes(root)) return 'reveals its folder';
  // A response may repeat parts of the request.
  const [secret] = secrets.flatMap((pattern) => pattern.exec(text)?.[0] ?? []).filter((told) => !bytes.includes(told));
  return secret && `tells ${secret}`;
}

/** Kinds of attacks and their shares. */
export type Mixture = readonly [readonly [share: number, Kind], ...(readonly [share: number, Kind])[]];

/** Attacks on a site. */
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
  [4, oddReport],
];

/** Attacks on an API server. */
export const onApi: Mixture = [
  [40, oddMessage],
  [20, smuggling],
  [15, oddMethod],
  [10, climb],
  [5, oddPath],
  [5, oddHost],
  [5, noise],
];

/** Generates an attack of a mixture. */
function attack(random: Random, mixture: Mixture): Attack {
  const deck = mixture.flatMap(([share, kind]) => Array<Kind>(share).fill(kind)) as [Kind, ...Kind[]];
  return random.pick(deck)(random);
}

import { pointersAtOnce } from '@site/releases/follow/LivePointers.ts';
import { filesAtOnce } from '@site/releases/follow/openOrCopy.ts';
import { serverLimits } from '@site/server/limits.ts';
import { Clock } from './Clock.ts';

const { fileTimeout, retry } = serverLimits.store;

/** Servers that follow a store in which a version goes live. Times are in milliseconds. */
export interface Scenario {
  readonly servers: number;
  /** Remotes and shell: each has a pointer. */
  readonly apps: number;
  /** Files of the version that goes live. */
  readonly files: number;
  /** Between two polls of a server. */
  readonly interval: number;
  /** Requests of a poll besides those for pointers: the route policy, and in a bucket the list of apps. */
  readonly besides: number;
  /** The median time until a server hears of the version; undefined when nobody tells it. */
  readonly push?: number | undefined;
  /** How many requests the store answers per second, and the median time of one while it is idle. */
  readonly store: { readonly perSecond: number; readonly answer: number };
}

/** What a simulation has shown. */
export interface Outcome {
  /** Requests per second while nothing changes. */
  readonly steady: number;
  /** Requests in the busiest second afterwards. */
  readonly busiest: number;
  /** When each server was live, in milliseconds since the promotion, soonest first. Some never are. */
  readonly live: readonly number[];
  /** Requests that timed out. */
  readonly timedOut: number;
}

/** How long everything runs before the promotion, and afterwards at most, in milliseconds. */
const [before, patience] = [20_000, 180_000];

/** How much answers differ: two thirds are within this factor of the median. */
const spread = 1.5;

/** Simulates a promotion. The same seed gives the same result. */
export function simulatePromotion(scenario: Scenario, seed: number): Outcome {
  const clock = new Clock();
  const random = randomFrom(seed);
  const store = new SimulatedStore(clock, random, scenario.store);
  const live: number[] = [];
  for (let server = 0; server < scenario.servers; server += 1) {
    const copy = once(() => copyRelease(clock, store, scenario.files, () => live.push(clock.now - before)));
    const look = (promoted: number | undefined) => promoted !== undefined && promoted >= before && copy();
    const poll = () =>
      store.askAll(scenario.apps + scenario.besides, pointersAtOnce, ([promoted]) => {
        look(promoted);
        clock.after(scenario.interval, poll);
      });
    clock.after(random() * scenario.interval, poll);
    if (scenario.push !== undefined)
      clock.after(before + varied(scenario.push, random), () => store.askAll(1, 1, ([promoted]) => look(promoted)));
  }
  clock.runUntil(before + patience, () => live.length === scenario.servers);
  const [calm, after] = [store.seconds.slice(before / 2000, before / 1000), store.seconds.slice(before / 1000)];
  const steady = calm.reduce((sum, count) => sum + count, 0) / calm.length;
  return { steady, busiest: Math.max(...after), live, timedOut: store.timedOut };
}

/** Copies a version as a server does: its manifest, then its files. What fails is tried again. */
function copyRelease(clock: Clock, store: SimulatedStore, files: number, done: () => void): void {
  const again = () => clock.after(retry, () => copyRelease(clock, store, files, done));
  store.askAll(1, 1, ([manifest]) => {
    if (manifest === undefined) return again();
    store.askAll(files, filesAtOnce, (answers) => (answers.includes(undefined) ? again() : done()));
  });
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

/** A store that answers one request after the other. */
class SimulatedStore {
  /** How many requests came in each second. */
  readonly seconds: number[] = [];
  timedOut = 0;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #speed: Scenario['store'];
  /** When it is done with everything that has been asked. */
  #free = 0;

  constructor(clock: Clock, random: () => number, speed: Scenario['store']) {
    this.#clock = clock;
    this.#random = random;
    this.#speed = speed;
  }

  /** Calls back with the moments in which the store read each file; undefined when it took too long. */
  askAll(count: number, atOnce: number, done: (read: readonly (number | undefined)[]) => void): void {
    const read: (number | undefined)[] = [];
    let asked = 0;
    let answered = 0;
    const next = () => {
      if (asked === count) return;
      const index = asked;
      asked += 1;
      this.#ask((moment) => {
        read[index] = moment;
        answered += 1;
        if (answered === count) done(read);
        else next();
      });
    };
    for (let slot = 0; slot < Math.min(count, atOnce); slot += 1) next();
  }

  #ask(done: (moment: number | undefined) => void): void {
    const { now } = this.#clock;
    const second = Math.floor(now / 1000);
    while (this.seconds.length <= second) this.seconds.push(0);
    this.seconds[second] = (this.seconds[second] ?? 0) + 1;
    const start = Math.max(now, this.#free);
    this.#free = start + 1000 / this.#speed.perSecond;
    const time = start - now + varied(this.#speed.answer, this.#random);
    const isLate = time > fileTimeout;
    if (isLate) this.timedOut += 1;
    this.#clock.after(Math.min(time, fileTimeout), () => done(isLate ? undefined : start));
  }
}

/** A time that varies around its median as answers of a network do: by a factor, and sometimes by a large one. */
function varied(median: number, random: () => number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return median * spread ** normal;
}

/** Random numbers from 0 to 1 (mulberry32): the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

import type { SharedMemory } from '@site/node/SharedMemory.ts';
import type { Release, ReleaseSet } from '@site/releases/Release.ts';
import { CountedNetworks } from './CountedNetworks.ts';
import { rolloutLimits } from './limits.ts';

const hour = 60 * 60_000;

/** What this server has seen of a live version. */
interface Observed {
  readonly version: string;
  readonly since: number;
  readonly networks: CountedNetworks;
  failures: number;
}

/** How often browsers report failures of live versions: a rollout is compared with this rate, not only with reports during it. */
export class LiveFailures {
  readonly #shared: SharedMemory | undefined;
  readonly #observed = new Map<string, Observed>();

  constructor(shared?: SharedMemory) {
    this.#shared = shared;
  }

  /** Starts to observe each live version. */
  observe({ remotes }: Pick<ReleaseSet, 'remotes'>): void {
    for (const [app, [first]] of remotes) {
      const version = first?.manifest.version;
      if (version === undefined || this.#observed.get(app)?.version === version) continue;
      const networks = new CountedNetworks(this.#shared, JSON.stringify(['failures', app, version]));
      this.#observed.set(app, { version, since: Date.now(), networks, failures: 0 });
    }
  }

  /** Counts a failure of a live version that a browser has reported. */
  report({ manifest: { name, version } }: Release, address: string): void {
    const observed = this.#observed.get(name);
    if (observed?.version !== version) return;
    observed.networks.countOnce(address, () => {
      observed.failures += 1;
    });
  }

  /** How many failures an hour were reported of an app's live version; undefined when it hasn't been observed for long enough. */
  anHour(app: string): number | undefined {
    const observed = this.#observed.get(app);
    const time = observed ? Date.now() - observed.since : 0;
    return observed && time >= rolloutLimits.usualFailures ? (observed.failures / time) * hour : undefined;
  }
}

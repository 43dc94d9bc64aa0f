import { LRUCache } from 'lru-cache';
import { meansLimits } from '../limits.ts';

const { failures, paths, networks, pause, tries, circuits } = meansLimits.apis.breaker;

/** A call, as far as its failure may be of its own making. */
export interface Caller {
  /** Without a query. */
  readonly path: string;
  readonly network: string;
}

/** What has failed since it last worked. */
interface Circuit {
  failures: number;
  /** The first paths and networks that saw it fail, as many as are needed to believe it. */
  readonly paths: Set<string>;
  readonly networks: Set<string>;
  /** The networks that have called it since the pause began. Each gets one try: nobody uses up those of others. */
  readonly tried: Set<string>;
  pausedAt: number;
}

/** A part of an API that may fail by itself, and of how many paths and networks failures are needed to believe that it does. */
interface Scope {
  readonly key: string;
  readonly needs: { readonly paths: number; readonly networks: number };
}

/** A call fails for its own network, for everyone at its path, or because the whole API fails. */
const scopesOf = ({ path, network }: Caller): readonly Scope[] => [
  { key: `${network} ${path}`, needs: { paths: 1, networks: 1 } },
  { key: path, needs: { paths: 1, networks } },
  { key: '', needs: { paths, networks } },
];

/**
 * Protects an API that fails from calls, and visitors from waiting for it: after several failures in a row, a network gets one
 * try in each pause, until one succeeds. A stranger may know a path where the API fails, and call it all day. So the failures
 * of one network count for its own calls of this path; the path fails for everyone once several networks say so, and the
 * whole API once they say so of several paths.
 */
export class ApiCircuits {
  /** Only what fails has one. */
  readonly #circuits = new LRUCache<string, Circuit>({ max: circuits });

  /** Whether the API may be asked now. While it fails, that counts as the try. */
  mayCall(caller: Caller, now = performance.now()): boolean {
    const open = scopesOf(caller).flatMap(({ key, needs }) => {
      const circuit = this.#circuits.get(key);
      return circuit && isOpen(circuit, needs) ? [circuit] : [];
    });
    for (const circuit of open) if (now - circuit.pausedAt >= pause) startPause(circuit, now);
    if (open.some(({ tried }) => tried.has(caller.network) || tried.size >= tries)) return false;
    for (const { tried } of open) tried.add(caller.network);
    return true;
  }

  succeeded(caller: Caller): void {
    for (const { key } of scopesOf(caller)) this.#circuits.delete(key);
  }

  failed({ path, network }: Caller, now = performance.now()): void {
    for (const { key, needs } of scopesOf({ path, network })) {
      const circuit = this.#circuits.get(key) ?? newCircuit();
      const wasOpen = isOpen(circuit, needs);
      circuit.failures += 1;
      if (circuit.paths.size < needs.paths) circuit.paths.add(path);
      if (circuit.networks.size < needs.networks) circuit.networks.add(network);
      if (!wasOpen && isOpen(circuit, needs)) startPause(circuit, now).tried.add(network);
      this.#circuits.set(key, circuit);
    }
  }
}

const newCircuit = (): Circuit => ({
  failures: 0,
  paths: new Set(),
  networks: new Set(),
  tried: new Set(),
  pausedAt: 0,
});

const isOpen = (circuit: Circuit, needs: Scope['needs']): boolean =>
  circuit.failures >= failures && circuit.paths.size >= needs.paths && circuit.networks.size >= needs.networks;

function startPause(circuit: Circuit, now: number): Circuit {
  circuit.pausedAt = now;
  circuit.tried.clear();
  return circuit;
}

import { trustedScript } from './trustedScripts.ts';

/** Servers have no workers, and load the module all the same. */
const Base = typeof Worker === 'undefined' ? (class {} as unknown as typeof Worker) : Worker;

/**
 * A worker of a remote, which computes while the page stays quick: a `Worker` in every way. Start it in an effect, or when somebody
 * presses something: there is none on the server.
 *
 * @param address in place: `new SiteWorker(new URL('./count.ts', import.meta.url))`
 */
export class SiteWorker extends Base {
  constructor(address: URL, options?: Omit<WorkerOptions, 'type'>) {
    super(trustedScript(address), { ...options, type: 'module' });
  }
}

import type { Client, ClientConfig, PoolConfig } from 'pg';
import { serverAddresses } from '../databaseAddress.ts';

/** A callback of `Client.connect`. */
type Connected = ((error: Error) => void) | ((error: null, client: Client) => void);

/**
 * Where a pool connects to. Of several servers it takes the one that accepts writes, as PostgreSQL's own programs do with
 * `target_session_attrs=read-write`, which `pg` doesn't know. When a connection fails, the next one tries the next server.
 */
export function primaryOf(PlainClient: typeof Client, address: string): PoolConfig {
  const addresses = serverAddresses(address);
  if (addresses.length === 1) return { connectionString: address };
  let current = 0;
  const leave = (server: number) => {
    // Many connections fail at once: only the first failure leads to the next server.
    if (server === current) current = (current + 1) % addresses.length;
  };
  class PrimaryClient extends PlainClient {
    readonly #server = current;

    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: addresses[current] });
    }

    override connect(): Promise<Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<Client> | undefined {
      const connecting = this.#connectToPrimary();
      if (!callback) return connecting;
      const done = callback as (error: Error | null, client?: Client) => void;
      connecting.then((client) => done(null, client), done);
      return undefined;
    }

    async #connectToPrimary(): Promise<Client> {
      try {
        await super.connect();
        const { rows } = await this.query<{ standby: boolean }>('select pg_is_in_recovery() as standby');
        if (rows[0]?.standby) throw new StandbyError(`${this.host} is a standby.`);
        return this;
      } catch (error) {
        leave(this.#server);
        void this.end().catch(() => {});
        throw error;
      }
    }
  }
  return { Client: PrimaryClient as unknown as PoolConfig['Client'] };
}

/** A server that copies another one can't store anything. */
class StandbyError extends Error {
  /** PostgreSQL's own code for a write to a standby. */
  readonly code = '25006';
}

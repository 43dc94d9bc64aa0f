import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RequestSignature } from '@site/releases/signing/requests.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { serviceLimits } from './limits.ts';

const { perKey } = serviceLimits.requests;

/**
 * The signed requests whose signatures are still valid. Each is accepted once, even after a restart, by all processes with the
 * same folder. A request costs the same however many are remembered: they are found by expiry, and counted as they come and go.
 */
export class ReceivedRequests {
  readonly #database: DatabaseSync;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#database = new DatabaseSync(join(folder, 'requests.sqlite'), { timeout: 1_000 });
    this.#database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS received (key TEXT, nonce TEXT, until INTEGER, PRIMARY KEY (key, nonce)) WITHOUT ROWID, STRICT;
      CREATE INDEX IF NOT EXISTS received_until ON received (until);
      CREATE TABLE IF NOT EXISTS counts (key TEXT PRIMARY KEY, count INTEGER) WITHOUT ROWID, STRICT;
      CREATE TRIGGER IF NOT EXISTS count_added AFTER INSERT ON received BEGIN
        INSERT OR IGNORE INTO counts VALUES (new.key, 0);
        UPDATE counts SET count = count + 1 WHERE key = new.key;
      END;
      CREATE TRIGGER IF NOT EXISTS count_removed AFTER DELETE ON received BEGIN
        UPDATE counts SET count = count - 1 WHERE key = old.key;
        DELETE FROM counts WHERE key = old.key AND count <= 0;
      END;
    `);
  }

  /**
   * Remembers a request.
   *
   * @throws {OperatorError} RELEASE-REQUEST the second time, RELEASE-BUSY when its key sends too many
   */
  add({ key, nonce, until }: RequestSignature): void {
    this.#database.prepare('DELETE FROM received WHERE until < ?').run(Date.now());
    const counted = this.#database.prepare('SELECT count FROM counts WHERE key = ?').get(key) as
      | { count: number }
      | undefined;
    if (counted && counted.count >= perKey)
      throw new OperatorError(
        'RELEASE-BUSY',
        `This key has sent ${perKey} requests within minutes. Try again in ten minutes.`,
      );
    const { changes } = this.#database
      .prepare('INSERT OR IGNORE INTO received (key, nonce, until) VALUES (?, ?, ?)')
      .run(key, nonce, until);
    if (changes === 0)
      throw new OperatorError('RELEASE-REQUEST', 'The request was received before: each counts once. Sign it again.');
  }

  close(): void {
    this.#database.close();
  }
}

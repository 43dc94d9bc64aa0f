import { setTimeout as delay } from 'node:timers/promises';
import { type DatabaseOptions, openDatabase } from '@site/api/database/open.ts';
import type { TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { type Program, readyOrigin, startProgram, stopProgram } from '@site/testkit/site/program.ts';
import type { Visitors } from './Visitors.ts';

/** The participants of a run. */
export interface DurabilityContext {
  readonly place: TestDatabase;
  /** Not started yet. */
  readonly server: KilledServer;
  /** Not writing yet. */
  readonly visitors: Visitors;
}

/** How to kill. */
export interface KillOptions {
  readonly kills: number;
  /** The longest time until a server is killed after its first response, in milliseconds. */
  readonly longestLife: number;
  readonly onKill?: (kills: number) => void;
}

/** Every nth server is killed while it starts. */
const killStartEvery = 5;

/**
 * Kills one server after the other at random moments, then starts a last one, for which all waiting mails are due, including
 * those of killed servers.
 */
export function kills(options: KillOptions): (context: DurabilityContext) => Promise<void> {
  return async ({ place, server, visitors }) => {
    for (let kill = 1; kill <= options.kills; kill += 1) {
      if (kill % killStartEvery === 0) {
        await server.killWhileStarting();
      } else {
        await server.start();
        visitors.arrive();
        await visitors.nextAnswer();
        await server.killWithin(options.longestLife);
      }
      options.onKill?.(kill);
    }
    await endLeases(place);
    await server.start();
  };
}

/** The longest time until a starting server is killed, in milliseconds. */
const longestStart = 400;

/** An API server that is killed at random moments and started again. */
export class KilledServer {
  kills = 0;
  /** Origin of the last server that was ready. */
  origin = '';
  readonly #environment: Record<string, string>;
  #program: Program | undefined;

  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = { PORT: '0', LOG_LEVEL: 'fatal', ...environment };
  }

  /** Starts a server and waits until it answers. */
  async start(): Promise<void> {
    this.origin = await readyOrigin(this.#spawn());
  }

  /** Starts a server and kills it while it starts. */
  async killWhileStarting(): Promise<void> {
    this.#spawn();
    await this.killWithin(longestStart);
  }

  /** Kills the server at a random moment within a number of milliseconds. */
  async killWithin(milliseconds: number): Promise<void> {
    await delay(Math.random() * milliseconds);
    const program = this.#program;
    if (program?.process.exitCode !== null) throw new Error(`A server ended by itself:\n${program?.output()}`);
    program.process.kill('SIGKILL');
    await program.exited;
    this.kills += 1;
  }

  /** Stops the server gracefully. */
  async stop(): Promise<void> {
    if (this.#program) await stopProgram(this.#program);
  }

  #spawn(): Program {
    this.#program = startProgram('api/src/main.ts', [], this.#environment);
    return this.#program;
  }
}

/**
 * Makes every waiting mail due now, as if hours had passed: the leases of killed servers would otherwise have to expire.
 * Must only be called while no server runs.
 */
async function endLeases(place: DatabaseOptions): Promise<void> {
  const database = await openDatabase(place);
  try {
    const now = new Date().toISOString();
    await database.updateTable('outbox').set({ due_at: now }).where('state', '=', 'waiting').execute();
  } finally {
    await database.destroy();
  }
}

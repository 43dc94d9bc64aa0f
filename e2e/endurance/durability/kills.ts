import { setTimeout as delay } from 'node:timers/promises';
import { type DatabaseOptions, openDatabase } from '@site/api/database/open.ts';
import { type Program, readyOrigin, startProgram, stopProgram } from '@site/testkit/site/program.ts';
import type { Trial } from './durabilityRun.ts';

/** How to kill. */
export interface KillOptions {
  readonly kills: number;
  /** How long a server lives at most after its first answer, in milliseconds. */
  readonly longestLife: number;
  readonly onKill?: (kills: number) => void;
}

/** One in so many servers is killed while it starts. */
const birthEvery = 5;

/**
 * Kills one server after the other at random moments, and starts a last one, for which it is as if hours had passed: mails
 * whose sender was killed, or that were put off, are due.
 */
export function kills(options: KillOptions): (trial: Trial) => Promise<void> {
  return async ({ place, server, visitors }) => {
    for (let kill = 1; kill <= options.kills; kill += 1) {
      if (kill % birthEvery === 0) {
        await server.dieAtBirth();
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

/** How long a server that is killed while it starts may live, in milliseconds. */
const longestBirth = 400;

/** An API server, a process of its own, that is killed at random moments and started again. */
export class KilledServer {
  kills = 0;
  /** Where the last one that was ready has answered. */
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
  async dieAtBirth(): Promise<void> {
    this.#spawn();
    await this.killWithin(longestBirth);
  }

  /** Kills the server at a random moment of the next so many milliseconds. */
  async killWithin(milliseconds: number): Promise<void> {
    await delay(Math.random() * milliseconds);
    const program = this.#program;
    if (program?.process.exitCode !== null) throw new Error(`A server ended by itself:\n${program?.output()}`);
    program.process.kill('SIGKILL');
    await program.exited;
    this.kills += 1;
  }

  /** Ends the server as its owner does. */
  async stop(): Promise<void> {
    if (this.#program) await stopProgram(this.#program);
  }

  #spawn(): Program {
    this.#program = startProgram('api/src/main.ts', [], this.#environment);
    return this.#program;
  }
}

/**
 * Makes every mail that waits due now, as if hours had passed. Only while no server runs: then nobody has a mail any more,
 * and the leases of killed senders would merely be waited for.
 */
export async function endLeases(place: DatabaseOptions): Promise<void> {
  const database = await openDatabase(place);
  try {
    const now = new Date().toISOString();
    await database.updateTable('outbox').set({ due_at: now }).where('state', '=', 'waiting').execute();
  } finally {
    await database.destroy();
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import { type Program, readyOrigin, startProgram, stopProgram } from '@site/testkit/site/program.ts';

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
    await wait(Math.random() * milliseconds);
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

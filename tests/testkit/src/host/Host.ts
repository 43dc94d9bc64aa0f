import { type ChildProcess, fork } from 'node:child_process';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { programEnvironment } from '../site/program.ts';
import type { CommandAnswer } from '../site/siteCommand.ts';

/** What a host can do. */
export type HostTask =
  | { readonly kind: 'site'; readonly environment: Readonly<Record<string, string>> }
  | { readonly kind: 'stop'; readonly origin: string }
  | HostCommand;

/** A command line of `site`. */
export interface HostCommand {
  readonly kind: 'command';
  readonly parameters: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

export type HostRequest = HostTask & { readonly id: number };

export type HostReply = { readonly id: number } & ({ readonly result: unknown } | { readonly failure: string });

/** Runs sites and commands for the tests of this worker, in another process (`hostMain.ts`). */
export class Host {
  static #shared: Host | undefined;

  /** The host of this process, started when it is first needed. It ends with this process. */
  static get(): Host {
    Host.#shared ??= new Host();
    return Host.#shared;
  }

  readonly #child: ChildProcess;
  readonly #pending = new Map<number, PromiseWithResolvers<unknown>>();
  #lastId = 0;
  #output = '';

  private constructor() {
    this.#child = fork(join(import.meta.dirname, 'hostMain.ts'), {
      cwd: root,
      env: programEnvironment,
      execArgv: ['--disable-sigusr1'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // As programs.
      detached: true,
    });
    // It ends with this process, and doesn't keep this process running.
    this.#child.unref();
    this.#child.channel?.unref();
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      if (stream instanceof Socket) stream.unref();
      stream?.on('data', (data) => {
        this.#output += String(data);
      });
    }
    this.#child.on('message', (reply: HostReply) => this.#settle(reply));
    this.#child.once('close', () => {
      const error = new Error(`The host of the tests has ended:\n${this.#output}`);
      for (const { reject } of this.#pending.values()) reject(error);
    });
  }

  /** Captures everything that the host prints from now on. */
  outputFromNow(): () => string {
    const before = this.#output.length;
    return () => this.#output.slice(before);
  }

  /** Starts a site. Returns its origin. */
  startSite = (environment: Readonly<Record<string, string>>): Promise<string> =>
    this.#perform({ kind: 'site', environment }) as Promise<string>;

  /** Stops a site. */
  stopSite = async (origin: string): Promise<void> => void (await this.#perform({ kind: 'stop', origin }));

  /** Runs a command of `site` to its end. */
  run = (parameters: readonly string[], environment: Readonly<Record<string, string>>) =>
    this.#perform({ kind: 'command', parameters, environment }) as Promise<CommandAnswer>;

  async #perform(task: HostTask): Promise<unknown> {
    const id = ++this.#lastId;
    const pending = Promise.withResolvers<unknown>();
    this.#pending.set(id, pending);
    this.#child.send({ ...task, id } satisfies HostRequest);
    return await pending.promise;
  }

  #settle(reply: HostReply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('failure' in reply) pending?.reject(new Error(reply.failure));
    else pending?.resolve(reply.result);
  }
}

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readTrustedKeys } from '@site/releases/signing/keys.ts';
import { localKey, localKeys } from '@site/releases/signing/localKey.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { linkPackages, temporaryFolder } from './folders.ts';
import { commandOutput, outputOf, type Program, siteProgram, startCommand } from './program.ts';

/** What npm and git need from a person's machine. */
export const machine = {
  HOME: process.env.HOME ?? '',
  // On a machine behind a proxy that opens TLS, the registry's certificate is the proxy's.
  ...(process.env.NODE_EXTRA_CA_CERTS !== undefined && { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS }),
  npm_config_loglevel: 'error',
  npm_config_update_notifier: 'false',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

/** A team with a remote in its own repository, without access to this one: it has only the packages, an address and a key. */
export class Team {
  readonly #name: string;
  readonly #folder: string;

  /**
   * @param name of its remote
   * @param folder of its repository, its packages, and the keys of the site that it publishes to
   */
  constructor(name: string, folder: string) {
    this.#name = name;
    this.#folder = folder;
  }

  /** @param name of its remote */
  static async found(name: string): Promise<Team> {
    return new Team(name, await temporaryFolder('team'));
  }

  /** A team with the packages and a repository of its own, as its first day leaves it. */
  static async withRepository(name: string): Promise<Team> {
    const team = await Team.found(name);
    await team.pack();
    await team.create();
    return team;
  }

  /**
   * A colleague's clone of its repository: what is committed, with the same packages installed, and without its key.
   *
   * @param name of the remote that it becomes
   */
  async clone(folder?: string, name = this.#name): Promise<Team> {
    const clone = new Team(name, folder ?? (await temporaryFolder('team')));
    await commandOutput(this.#folder, machine, ['git', 'clone', '--quiet', this.repository, clone.repository]);
    linkPackages(join(this.repository, 'node_modules'), join(clone.repository, 'node_modules'));
    return clone;
  }

  /** Its repository. */
  get repository(): string {
    return join(this.#folder, 'repository');
  }

  get #key(): string {
    return join(this.repository, `${this.#name}.key`);
  }

  /**
   * Creates a key in the team's repository, and makes a site on a store accept releases that are signed with it.
   *
   * @param keys the folder of the site's keys
   * @returns settings of the site
   */
  async admitTo(store: string, keys = join(this.#folder, 'keys')): Promise<Record<string, string>> {
    await mkdir(keys, { recursive: true });
    // Signs what the store already has.
    await localKey(new FolderStore(store), keys);
    const { trusted } = localKeys(keys);
    const printed = await this.site('keys', 'new', this.#name, '--apps', this.#name, '--json');
    await writeFile(trusted, JSON.stringify({ ...readTrustedKeys(trusted), ...JSON.parse(printed) }));
    return { TRUSTED_KEYS: trusted, RELEASE_SERVICE: 'on' };
  }

  /** Packs the packages that it installs, as `npx site pack` does. */
  async pack(): Promise<void> {
    await outputOf(siteProgram, ['pack', this.packages], machine);
  }

  /** The folder of the packages. */
  get packages(): string {
    return join(this.#folder, 'packages');
  }

  /** Creates its repository, with dependencies installed, from an empty folder. */
  async create(): Promise<void> {
    const files = await readdir(this.packages);
    const program = files.find((file) => file.startsWith('site-create-remote-'));
    const creator = ['--yes', '--prefer-offline', `--package=${join(this.packages, program ?? '')}`];
    await commandOutput(this.#folder, machine, [
      'npm',
      'exec',
      ...creator,
      '--',
      'create-remote',
      this.#name,
      this.repository,
      '--packages',
      this.packages,
    ]);
  }

  /** Runs a command in its repository. */
  async run(...command: [string, ...string[]]): Promise<string> {
    return await commandOutput(this.repository, machine, command);
  }

  /** The program that npx and npm's scripts start, which are slow to start themselves. */
  get #site(): string {
    return join(this.repository, 'node_modules/.bin/site');
  }

  /** Runs `site COMMAND` in its repository. */
  async site(...parameters: readonly string[]): Promise<string> {
    return await this.run(this.#site, ...parameters);
  }

  /** Runs `site COMMAND` on the release service of a site. */
  async release(site: string, ...parameters: readonly string[]): Promise<string> {
    return await commandOutput(this.repository, this.#secrets(site), [this.#site, ...parameters]);
  }

  /** Runs `site COMMAND` in its repository to its end, however it ends. */
  async attempt(site: string, ...parameters: readonly string[]): Promise<{ code: number | null; output: string }> {
    const program = startCommand(this.repository, this.#secrets(site), [this.#site, ...parameters]);
    return { code: await program.exited, output: program.output() };
  }

  /** Runs a script of its CI file in its repository, as the CI does. */
  async runScript(site: string, script: string, environment: Record<string, string>): Promise<string> {
    const given = { ...this.#secrets(site), ...environment };
    return await commandOutput(this.repository, given, ['bash', '-e', '-c', script]);
  }

  #secrets(site: string): Record<string, string> {
    return { ...machine, RELEASES: `${site}/releases`, RELEASE_KEY: this.#key };
  }

  /** Starts `site dev` at a free port, unless the environment names one. */
  develop(options: readonly string[] = [], environment: Record<string, string> = {}): Program {
    const given = { ...machine, PORT: '0', NO_COLOR: '1', ...environment };
    return startCommand(this.repository, given, [this.#site, 'dev', ...options]);
  }

  /** Writes a file into its repository. */
  async write(path: string, content: string | Uint8Array): Promise<void> {
    const file = join(this.repository, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }

  /** Changes a file of its repository. */
  async change(path: string, change: (text: string) => string): Promise<void> {
    const file = join(this.repository, path);
    await writeFile(file, change(await readFile(file, 'utf8')));
  }

  async leave(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

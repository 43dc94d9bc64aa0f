import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Host } from '../host/Host.ts';
import { integrityOf, makeVariant } from '../releases/variant.ts';
import { temporaryFolder } from './folders.ts';
import { programEnvironment, type SiteProject, startProgram, thisProject } from './program.ts';
import { sharedSettings, testedReleases } from './releases.ts';
import type { CommandAnswer } from './siteCommand.ts';

/** A test's own store, with the tested releases or others, and the commands that work on it. */
export class ReleaseStore {
  readonly folder: string;
  readonly #work: string;
  readonly #project: SiteProject;

  private constructor(folder: string, work: string, project: SiteProject) {
    this.folder = folder;
    this.#work = work;
    this.#project = project;
  }

  /**
   * @param releases the folder of a store to copy
   * @param project whose commands work on it
   */
  static async create(releases = testedReleases, project = thisProject): Promise<ReleaseStore> {
    const work = await temporaryFolder('release-work');
    const folder = join(work, 'store');
    await cp(releases, folder, { recursive: true });
    return new ReleaseStore(folder, work, project);
  }

  /**
   * Runs `site …` without the preflight in a browser, and without starting a program, which takes longer than most
   * commands, unless another project has it.
   */
  async run(parameters: readonly string[], environment: Record<string, string> = {}): Promise<CommandAnswer> {
    const withoutBrowser = parameters[0] === 'publish' ? ['--no-browser'] : [];
    if (this.#project !== thisProject) return await this.runProgram([...parameters, ...withoutBrowser], environment);
    const settings = { ...programEnvironment, ...this.#settings, ...environment };
    return await Host.get().run([...parameters, ...withoutBrowser], settings);
  }

  /** Runs `site …` on this store, with exactly these parameters, in its own process. */
  async runProgram(parameters: readonly string[], environment: Record<string, string> = {}): Promise<CommandAnswer> {
    const settings = { ...this.#settings, ...environment };
    const { command, folder } = this.#project;
    const { process: child, exited } = startProgram(command, parameters, settings, folder);
    const said = { stdout: '', stderr: '' };
    child.stdout?.on('data', (data) => {
      said.stdout += String(data);
    });
    child.stderr?.on('data', (data) => {
      said.stderr += String(data);
    });
    return { code: await exited, ...said };
  }

  get #settings(): Record<string, string> {
    return { ...sharedSettings(this.folder), DATA_DIR: join(this.#work, 'data') };
  }

  /** The live version of an app. */
  async live(app: string): Promise<string> {
    const pointer = JSON.parse(await readFile(join(this.folder, app, 'current.json'), 'utf8')) as { version: string };
    return pointer.version;
  }

  /** Creates a build that differs from an app's live version in all its texts; returns its folder. */
  async buildVariant(app: string, version: string): Promise<string> {
    const folder = join(this.#work, `${app}-${version}`);
    await makeVariant(join(this.folder, app, await this.live(app)), folder, version);
    return folder;
  }

  async remove(): Promise<void> {
    // A site that has just been stopped may still be writing a fault.
    await rm(this.#work, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Changes a file of a built app, and its entry in the manifest. */
export async function changeFile(folder: string, path: string, change: (text: string) => string): Promise<void> {
  const content = Buffer.from(change(await readFile(join(folder, path), 'utf8')));
  await writeFile(join(folder, path), content);
  const file = join(folder, 'release.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { readonly files: object };
  const files = { ...manifest.files, [path]: { integrity: integrityOf(content), size: content.length } };
  await writeFile(file, JSON.stringify({ ...manifest, files }));
}

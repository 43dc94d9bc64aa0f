import { watch } from 'node:fs';
import { join } from 'node:path';
import { describeRemote } from '@site/bundling/bundles/remote.ts';
import { company, hasPlatform, onlyRemote, pathFromRoot, root, shell, sourceFolder } from '@site/bundling/project.ts';
import type { FragmentProposal } from '@site/shared/contract/remote.ts';
import { type DeveloperProblem, problemAt } from './problems/Problems.ts';

/** The folders with the platform's sources that a running site consists of. */
const ofPlatform = ['api', ...['node', 'optional', 'releases', 'renderer', 'server'].map((room) => `platform/${room}`)];

/** The folders with the project's sources. */
const folders =
  onlyRemote === undefined
    ? ['remotes', ...(hasPlatform ? [...ofPlatform, 'shared', 'shell'] : [company])]
    : ['src', 'locales'];

/**
 * Watches the sources, including those that are in no bundle.
 *
 * @param onSaved called with a file, relative to the project's folder, at least once after each change
 */
export function watchSources(onSaved: (file: string) => void): void {
  for (const folder of folders) {
    watch(join(root, folder), { recursive: true }, (_event, name) => {
      if (name && !name.includes('node_modules')) onSaved(`${folder}/${name.replaceAll('\\', '/')}`);
    });
  }
}

/** The exports of each `src/remote.ts`, which the bundles of the remotes are configured from. */
export class RemoteDescriptions {
  readonly #known = new Map<string, string>();
  readonly #fragments = new Map<string, FragmentProposal>();

  /** Reads the descriptions of apps. */
  async read(apps: readonly string[]): Promise<void> {
    for (const name of apps.filter((app) => app !== shell)) {
      const description = await describeRemote(name);
      this.#known.set(name, JSON.stringify(description));
      for (const [fragment, proposal] of Object.entries(description.fragments ?? {}))
        this.#fragments.set(fragment, proposal);
    }
  }

  /** Their fragments, as they were first read: a changed description starts the server again. */
  get fragments(): ReadonlyMap<string, FragmentProposal> {
    return this.#fragments;
  }

  /** Reads the description of a remote again. Returns whether it has changed, or why it can't be read. */
  async reread(name: string): Promise<{ readonly hasChanged: boolean; readonly problem?: DeveloperProblem }> {
    try {
      const description = JSON.stringify(await describeRemote(name));
      const hasChanged = description !== this.#known.get(name);
      this.#known.set(name, description);
      return { hasChanged };
    } catch (error) {
      return { hasChanged: false, problem: problemOf(name, error) };
    }
  }
}

/** Why a remote can't be described. */
export function problemOf(name: string, error: unknown): DeveloperProblem {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const line = Number(/remote\.ts\?[\d.]+:(\d+)/.exec(stack)?.[1] ?? 1);
  const place = { file: pathFromRoot(join(sourceFolder(name), 'src/remote.ts')), line, column: 0 };
  return problemAt(place, { title: `${name} can’t be described`, message });
}

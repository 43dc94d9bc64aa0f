import { shell } from '../../build/bundles/apps.ts';
import { describeRemote } from '../../build/bundles/describeRemote.ts';
import { type Problem, problemAt } from '../problems/Problem.ts';

/** What the remotes say of themselves in `src/remote.ts`, from which their bundles are made. */
export class RemoteDescriptions {
  readonly #known = new Map<string, string>();

  /** Notes what is said now. */
  async read(apps: readonly string[]): Promise<void> {
    for (const name of apps) if (name !== shell) this.#known.set(name, JSON.stringify(await describeRemote(name)));
  }

  /** Whether a remote says something else than before, or why it can't be read. */
  async look(name: string): Promise<{ readonly hasChanged: boolean; readonly problem?: Problem }> {
    try {
      const said = JSON.stringify(await describeRemote(name));
      const hasChanged = said !== this.#known.get(name);
      this.#known.set(name, said);
      return { hasChanged };
    } catch (error) {
      return { hasChanged: false, problem: problemOf(name, error) };
    }
  }
}

function problemOf(name: string, error: unknown): Problem {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const line = Number(/remote\.ts\?[\d.]+:(\d+)/.exec(stack)?.[1] ?? 1);
  const place = { file: `remotes/${name}/src/remote.ts`, line, column: 0 };
  return problemAt(place, { title: `${name} can’t be described`, message });
}

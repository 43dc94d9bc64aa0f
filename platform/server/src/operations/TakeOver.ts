import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ReadinessCheck } from '@site/node/probes.ts';
import { isVersion } from '@site/releases/names.ts';
import type { ReleaseSet } from '@site/releases/Release.ts';
import type { WorkingShell } from '@site/renderer/views/WorkingShell.ts';
import packageJson from '../../package.json' with { type: 'json' };

/** In the folder of copies: the last program version that showed everything that was live. */
const programFile = '.program';

/**
 * Checks that a server started with another version of its program shows at least what the earlier version showed. Until it
 * does, it isn't ready, and a proxy sends its visitors to the next server (`notHere`). With the same program the release is at
 * fault, on every server alike: its pages become the 404 page.
 */
export class TakeOver {
  readonly #releases: WorkingShell;
  /** The apps that the earlier program version showed and this one hasn't shown yet. */
  readonly #shownBefore: Set<string>;
  readonly #file: string;
  #isRecorded: boolean;

  /** @param copies the folder of the server's own copies: the program that made a copy had accepted the release */
  constructor(releases: WorkingShell, copies: string) {
    this.#releases = releases;
    this.#file = join(copies, programFile);
    this.#isRecorded = programIn(this.#file) === packageJson.version;
    this.#shownBefore = new Set(this.#isRecorded ? [] : appsIn(copies));
    // Nothing is lost, for example at a first start, which has just made its copies.
    if (this.lost(releases.current()).length === 0 && this.#shownBefore.size === 0) this.#record();
  }

  /** Whether no shell has rendered anything since the start. */
  get isDark(): boolean {
    return !this.#releases.hasWorked;
  }

  /** The remotes that were shown before the start, and whose live release this program can't use. */
  lost({ remotes, unusable }: Pick<ReleaseSet, 'remotes' | 'unusable'>): readonly string[] {
    for (const name of remotes.keys()) this.#shownBefore.delete(name);
    return unusable.filter((name) => this.#shownBefore.has(name));
  }

  /** Fails while the server shows less than before its start. */
  readonly check: ReadinessCheck = async () => {
    // Calling current() starts the check of a shell that isn't known to work.
    const current = this.#releases.current();
    if (this.isDark) return `SITE-TAKEOVER ${this.#releases.problem ?? 'No shell has rendered a page yet.'}`;
    const lost = this.lost(current);
    if (lost.length === 0) return this.#record();
    return `SITE-TAKEOVER This server showed ${lost.join(', ')} before it started, and can’t use what is live of it now. “npx site list” says why.`;
  };

  /** Records this program version: what becomes unusable from now on isn't due to the upgrade. */
  #record(): undefined {
    if (this.#isRecorded) return;
    this.#isRecorded = true;
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, packageJson.version);
  }
}

function programIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function appsIn(copies: string): readonly string[] {
  return namesIn(copies).filter((app) => app !== 'shell' && namesIn(join(copies, app)).some(isVersion));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { serverReports } from './limits.ts';
import { isAppName, isVersion } from './names.ts';
import { isSite } from './signing/audience.ts';
import { readBelow, writeAtomically } from './store/files.ts';

/** What a server shows of an app, and by which pointer. */
export interface ServedApp {
  /** The version that visitors get; absent when none can be shown. */
  readonly version?: string | undefined;
  /** The version under rollout that it shows to some. */
  readonly candidate?: { readonly version: string; readonly share: number } | undefined;
  /** What the pointer that it has accepted names. */
  readonly pointer?: { readonly version: string; readonly since: string } | undefined;
  /** The code with which it refuses the pointer in the store. */
  readonly refused?: string | undefined;
}

/** What a server of the site tells commands and the control room about itself. They may run with other settings. */
export interface ServerReport {
  /** A UUID, new at each start. */
  readonly id: string;
  /** The machine's name. */
  readonly host: string;
  /** Where it listens, for a browser on its machine. */
  readonly address: string;
  /** Which of several servers at one port it is. */
  readonly number?: number | undefined;
  /** The origin of the site's addresses. */
  readonly origin: string;
  /** The site that pointers must be signed for: `siteAt` its origin. */
  readonly audience: string;
  /** When it started, ISO 8601, by its own clock. */
  readonly since: string;
  /** The version of its program. */
  readonly platform: string;
  /** What is around the code of releases. */
  readonly wall: string;
  readonly apps: Readonly<Record<string, ServedApp>>;
  /** Whether a load balancer should send it visitors. */
  readonly ready: boolean;
  /** What is wrong, a line for each part. */
  readonly problems: readonly string[];
}

/** A server, and when it was last heard of. */
export interface SeenServer extends ServerReport {
  /** By the clock of whoever has the folder: the same for all servers. */
  readonly seen: Date;
  /** Whether it should have said something since: it was killed, hangs, or can’t write. */
  readonly isGone: boolean;
}

const short = z.string().max(200);
// Names are parts of addresses and of the store's paths.
const app = z.string().refine(isAppName);
const version = z.string().refine(isVersion);

const schema: z.ZodType<ServerReport> = z.object({
  id: z.uuid(),
  host: short,
  address: z.url({ protocol: /^https?$/ }),
  number: z.int().optional(),
  origin: z.url({ protocol: /^https?$/ }),
  audience: z.string().refine(isSite),
  since: z.iso.datetime(),
  platform: short,
  wall: short,
  apps: z.record(
    app,
    z.object({
      version: version.optional(),
      candidate: z.object({ version, share: z.number() }).optional(),
      pointer: z.object({ version, since: short }).optional(),
      refused: short.optional(),
    }),
  ),
  ready: z.boolean(),
  problems: z.array(z.string()),
});

/** Which servers run, by a file of each. They are kept beside the faults that servers find, outside the store. */
export class ServerLog {
  readonly #folder: string;

  /** @param reports folder for the servers' reports */
  constructor(reports: string) {
    this.#folder = join(reports, '.servers');
  }

  /** Writes a server's report, replacing its previous one: it says that the server is still there, too. */
  async write(report: ServerReport): Promise<void> {
    await writeAtomically(this.#file(report.id), `${JSON.stringify(report, null, 2)}\n`);
  }

  /** Removes a server that stops. */
  async remove({ id }: Pick<ServerReport, 'id'>): Promise<void> {
    await rm(this.#file(id), { force: true });
  }

  /** The servers, the one that started last first. Those that have been gone for long are left out. */
  async servers(): Promise<readonly SeenServer[]> {
    const found = await this.#read();
    const now = nowBy(found.map(({ seen }) => seen.getTime()));
    const silence = ({ seen }: SeenServer) => now - seen.getTime();
    return found
      .filter((server) => silence(server) < serverReports.forgotten)
      .map((server) => ({ ...server, isGone: silence(server) > serverReports.gone }))
      .sort((one, other) => other.since.localeCompare(one.since));
  }

  /** Removes what killed servers have left: the one that this server has replaced, and those of which nothing was heard for long. */
  async clean({ id, host, address, number }: Omit<ServerReport, 'apps' | 'ready' | 'problems'>): Promise<void> {
    const found = await this.#read();
    const now = nowBy(found.map(({ seen }) => seen.getTime()));
    const left = found.filter(
      (other) =>
        now - other.seen.getTime() > serverReports.forgotten ||
        (other.host === host && other.address === address && other.number === number && other.id !== id),
    );
    await Promise.all(left.map((server) => this.remove(server)));
  }

  async #read(): Promise<readonly SeenServer[]> {
    const names = (await readdir(this.#folder).catch(() => [])).filter((name) => name.endsWith('.json'));
    const read = names.slice(0, serverReports.most).map((name) => this.#readFile(name));
    return (await Promise.all(read)).filter((server) => server !== undefined);
  }

  /** Reads a report; undefined when the server has just removed it, or it is damaged. */
  async #readFile(name: string): Promise<SeenServer | undefined> {
    try {
      const { mtime: seen } = await stat(join(this.#folder, name));
      const text = await readBelow(this.#folder, name, serverReports.bytes);
      const report = schema.safeParse(JSON.parse(text?.toString('utf8') ?? '')).data;
      return report && `${report.id}.json` === name ? { ...report, seen, isGone: false } : undefined;
    } catch {
      return undefined;
    }
  }

  #file(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

/**
 * What time it is for whoever has the folder: at least that of the last report. Where that is another machine, its clock may be
 * behind or ahead of this one’s.
 */
const nowBy = (seen: readonly number[]): number => Math.max(...seen, Date.now() - serverReports.clocks);

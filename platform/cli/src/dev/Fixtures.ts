import { link, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join, sep } from 'node:path';
import { singleFlight } from '@site/node/singleFlight.ts';
import { isOwnMachine } from '@site/releases/signing/audience.ts';
import { hasCode } from '@site/releases/store/files.ts';
import { serverLimits } from '@site/server/limits.ts';
import { tokenPrefix } from '@site/shared/contract/api.ts';
import { terminalText } from '@site/shared/plainText.ts';

/** A remote's own API whose answers become fixtures. */
export interface RecordedApi {
  /** The base of its paths: an address that ends with a slash. */
  readonly address: string;
  /** The folder of the remote that declares it. */
  readonly folder: string;
}

/** What reading and recording fixtures depends on. */
export interface FixturesOptions {
  /** Folders of remotes. */
  readonly folders: readonly string[];
  /** The APIs to ask for what has no fixture, by name. */
  readonly record: Readonly<Record<string, RecordedApi>>;
  /** The value of a setting with a token. */
  readonly secret: (name: string) => string | undefined;
  readonly print: (line: string) => void;
}

/** What stands in for the answers of remotes' own APIs: `fixtures/events/upcoming.json` for `events/upcoming.json`, whatever its query. */
export class Fixtures {
  readonly #options: FixturesOptions;
  readonly #once = singleFlight<string | undefined>();

  constructor(options: FixturesOptions) {
    this.#options = options;
  }

  /**
   * The fixture for a path below an API, recorded now if it is missing and the API is recorded; undefined when there is none.
   * Pictures, which are read as `latin1`, aren't recorded.
   */
  async read(api: string, path: string, encoding?: 'latin1'): Promise<string | undefined> {
    const { folders, record } = this.#options;
    const [name = ''] = path.split('?');
    const fixture = join('fixtures', api, extname(name) === '' ? `${name}.json` : name);
    for (const folder of folders) {
      const known = await readIfThere(join(folder, fixture), encoding);
      if (known !== undefined) return known;
    }
    if (encoding) return undefined;
    const recorded = Object.hasOwn(record, api) ? record[api] : undefined;
    return recorded && (await this.#once(fixture, () => this.#record(recorded, { api, path, name, fixture })));
  }

  async #record({ address, folder }: RecordedApi, { api, path, name, fixture }: Asked): Promise<string | undefined> {
    const { print } = this.#options;
    try {
      const { fetchAnswer } = await import('@site/means/apis/fetchAnswer.ts');
      const { status, body } = await fetchAnswer({
        address: address + path,
        token: this.#tokenFor(api, address),
        headers: {},
        timeout: serverLimits.apiCall.read,
      });
      if (status !== 200) throw new Error(`It answered with status ${status}.`);
      const text = `${JSON.stringify(JSON.parse(body), null, 2)}\n`;
      const written = await writeNew(folder, fixture, text);
      print(written ? `Recorded ${fixture}` : `Not recorded: there is a ${fixture} by now, which stays.`);
      return written ? text : await readIfThere(join(folder, fixture));
    } catch (error) {
      // A query may contain what somebody typed.
      print(terminalText(`SITE-RECORD ${api}/${name} was not recorded. ${reasonOf(error)}`));
      return undefined;
    }
  }

  #tokenFor(api: string, address: string): string | undefined {
    const setting = `${tokenPrefix}${api.toUpperCase().replaceAll('-', '_')}`;
    const token = this.#options.secret(setting);
    if (token && !address.startsWith('https:') && !isOwnMachine(address))
      throw new Error(`${setting} is sent to https addresses alone.`);
    return token || undefined;
  }
}

/** What a page asks for, and the file that stands in for it. */
interface Asked {
  readonly api: string;
  readonly path: string;
  /** The path without its query. */
  readonly name: string;
  readonly fixture: string;
}

async function readIfThere(file: string, encoding: BufferEncoding = 'utf8'): Promise<string | undefined> {
  try {
    return await readFile(file, encoding);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined;
    throw error;
  }
}

/**
 * Writes a file below a folder, whole or not at all.
 *
 * @returns whether it was missing: one that is there stays
 */
async function writeNew(folder: string, path: string, text: string): Promise<boolean> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  const place = await realpath(dirname(file));
  // A linked folder could lead anywhere.
  if (!`${place}${sep}`.startsWith(`${await realpath(folder)}${sep}`))
    throw new Error(`${path} is outside of its remote.`);
  const temporary = `${file}.${process.pid}.part`;
  try {
    await writeFile(temporary, text);
    await link(temporary, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Why there is nothing to record, without an address that may contain what somebody typed. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, cause } = error;
  if (name === 'TimeoutError') return 'It gave no answer in the time that a page has.';
  if (name === 'SyntaxError') return 'Its answer is not JSON.';
  const code = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : '';
  return name === 'TypeError' ? `It can’t be reached${code}.` : message;
}

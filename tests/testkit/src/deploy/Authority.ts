import { execFile, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { starts, unpackedFolder, unpackPackages } from '../debianPackages.ts';

const run = promisify(execFile);

const folderOfTools = unpackedFolder('acme');
const tool = (name: string): string => join(folderOfTools, 'usr/bin', name);
const python = { PYTHONPATH: join(folderOfTools, 'usr/lib/python3/dist-packages') };

const packages =
  'pebble certbot python3-acme python3-certbot python3-certifi python3-cffi-backend python3-chardet python3-charset-normalizer python3-configargparse python3-configobj python3-cryptography python3-distro python3-idna python3-josepy python3-openssl python3-parsedatetime python3-pkg-resources python3-requests python3-rfc3339 python3-six python3-tz python3-urllib3';

/** A certificate authority of this machine, pebble, and certbot, which asks it: both from Debian's packages. */
export class Authority {
  readonly #folder: string;
  readonly #origin: string;
  readonly #stop: () => void;

  private constructor(folder: string, origin: string, stop: () => void) {
    this.#folder = folder;
    this.#origin = origin;
    this.#stop = stop;
  }

  /**
   * Starts an authority, for which every name leads to this machine.
   *
   * @param httpPort where it looks for what proves that a name is someone's
   * @returns undefined where Debian's packages, or its Python, can't be had
   */
  static async start(folder: string, httpPort: number): Promise<Authority | undefined> {
    const isThere = () =>
      starts('env', `PYTHONPATH=${python.PYTHONPATH}`, '/usr/bin/python3', tool('certbot'), '--version');
    if (!(await isThere())) await unpackPackages('acme', packages);
    if (!(await isThere())) return undefined;
    const [port, management, dns, unused] = await Promise.all([0, 0, 0, 0].map(() => getPort({ host: '127.0.0.1' })));
    const [certificate, privateKey] = [join(folder, 'authority.pem'), join(folder, 'authority.key')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
    await run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      ...subject,
      '-out',
      certificate,
      '-keyout',
      privateKey,
    ]);
    const listens = { listenAddress: `127.0.0.1:${port}`, managementListenAddress: `127.0.0.1:${management}` };
    const pebble = { ...listens, certificate, privateKey, httpPort, tlsPort: unused };
    await writeFile(join(folder, 'pebble.json'), JSON.stringify({ pebble }));
    const names = ['-dns01', `127.0.0.1:${dns}`, '-defaultIPv6', '', '-http01', '', '-https01', '', '-tlsalpn01', ''];
    const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' };
    const programs = [
      spawn(tool('pebble-challtestsrv'), [...names, '-management', `127.0.0.1:${unused}`], { stdio: 'ignore' }),
      spawn(tool('pebble'), ['-config', join(folder, 'pebble.json'), '-dnsserver', `127.0.0.1:${dns}`], {
        env,
        stdio: 'ignore',
      }),
    ];
    return new Authority(folder, `https://127.0.0.1:${port}`, () => {
      for (const program of programs) program.kill();
    });
  }

  /** Runs certbot with its data in the folder. */
  async certbot(...parameters: readonly string[]): Promise<string> {
    const folders = ['config', 'work', 'logs'].map((name) => `--${name}-dir=${join(this.#folder, 'certbot', name)}`);
    const env = { ...process.env, ...python, REQUESTS_CA_BUNDLE: join(this.#folder, 'authority.pem') };
    const { stdout } = await run('/usr/bin/python3', [tool('certbot'), ...parameters, ...folders], { env });
    return stdout;
  }

  /** The file of a name's certificate, or of its key. */
  file(name: string, part: 'fullchain' | 'privkey'): string {
    return join(this.#folder, 'certbot/config/live', name, `${part}.pem`);
  }

  /** What certbot asks this authority with. */
  get server(): string {
    return `${this.#origin}/dir`;
  }

  stop(): void {
    this.#stop();
  }
}

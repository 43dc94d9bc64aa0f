import { execFile } from 'node:child_process';
import { glob, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { starts, unpackedFolder, unpackPackages } from '@site/testkit/debianPackages.ts';

/** A document to check. */
export interface HtmlDocument {
  /** Identifies it in the results. */
  readonly name: string;
  readonly html: string;
}

/** The parts of a checker message that are used. */
interface Message {
  readonly type: 'error' | 'info' | 'non-document-error';
  readonly subType?: 'warning' | 'fatal';
  readonly url: string;
  readonly message: string;
  readonly extract?: string;
}

const checker = fileURLToPath(import.meta.resolve('vnu-jar/build/dist/vnu.jar'));

/** React writes void elements like this; it is harmless. */
const harmless = 'Trailing slash on void elements.*';

/** In bytes. */
const maxOutput = 50_000_000;

/**
 * In such a short run, Java's optimizing compiler takes longer than it saves. The other one needs a larger stack for the
 * checker's deep calls.
 */
const quickStart = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss8m'];

/**
 * The errors and warnings of the Nu HTML checker. It starts once for all documents.
 *
 * @param java path of Java
 * @param folder an empty folder
 */
export async function checkHtml(java: string, folder: string, documents: readonly HtmlDocument[]): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files = documents.map((_, index) => join(folder, `${index}.html`));
  await Promise.all(documents.map(({ html }, index) => writeFile(files[index] ?? '', html)));
  const options = ['--format', 'json', '--stdout', '--exit-zero-always', '--filterpattern', harmless];
  const { stdout } = await promisify(execFile)(java, [...quickStart, '-jar', checker, ...options, ...files], {
    maxBuffer: maxOutput,
  });
  const { messages } = JSON.parse(stdout) as { readonly messages: readonly Message[] };
  const nameOf = (url: string) => documents[files.findIndex((file) => url.endsWith(file))]?.name ?? url;
  return messages.map(({ url, message, extract = '' }) => `${nameOf(url)}: ${message} ${extract}`);
}

const folder = unpackedFolder('java');

/** Prints the name of Debian's package of Java, on which `default-jre-headless` depends. */
const packageName = '$(apt-cache depends default-jre-headless | grep -o "openjdk-[0-9]*-jre-headless")';

/** The path of Java: installed on the machine, or else from Debian's package. Undefined when there is none. */
export async function findJava(): Promise<string | undefined> {
  const ofMachine = process.env.JAVA_HOME ? [join(process.env.JAVA_HOME, 'bin/java'), 'java'] : ['java'];
  for (const file of [...ofMachine, ...(await unpacked())]) if (await starts(file, '-version')) return file;
  await unpackPackages('java', packageName);
  for (const file of await unpacked()) if (await starts(file, '-version')) return file;
  return undefined;
}

const unpacked = (): Promise<string[]> =>
  Array.fromAsync(glob('usr/lib/jvm/*/bin/java', { cwd: folder }), (file) => join(folder, file));

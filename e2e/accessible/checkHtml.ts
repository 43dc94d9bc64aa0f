import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A document to check. */
export interface HtmlDocument {
  /** Says what it is, in the answer. */
  readonly name: string;
  readonly html: string;
}

/** What the checker says of a place in a document: the part that is read here. */
interface Message {
  readonly type: 'error' | 'info' | 'non-document-error';
  readonly subType?: 'warning' | 'fatal';
  readonly url: string;
  readonly message: string;
  readonly extract?: string;
}

const checker = fileURLToPath(import.meta.resolve('vnu-jar/build/dist/vnu.jar'));

/** React writes void elements so, and it does no harm. */
const harmless = 'Trailing slash on void elements.*';

/** In bytes: it says much of a document that is all wrong. */
const longestAnswer = 50_000_000;

/**
 * What the Nu HTML checker finds wrong or doubtful in documents. It starts once for all of them.
 *
 * @param java the program of Java
 * @param folder an empty folder
 */
export async function checkHtml(java: string, folder: string, documents: readonly HtmlDocument[]): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files = documents.map((_, index) => join(folder, `${index}.html`));
  await Promise.all(documents.map(({ html }, index) => writeFile(files[index] ?? '', html)));
  const options = ['--format', 'json', '--stdout', '--exit-zero-always', '--filterpattern', harmless];
  const { stdout } = await promisify(execFile)(java, ['-jar', checker, ...options, ...files], {
    maxBuffer: longestAnswer,
  });
  const { messages } = JSON.parse(stdout) as { readonly messages: readonly Message[] };
  const nameOf = (url: string) => documents[files.findIndex((file) => url.endsWith(file))]?.name ?? url;
  return messages.map(({ url, message, extract = '' }) => `${nameOf(url)}: ${message} ${extract}`);
}

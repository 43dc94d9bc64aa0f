import { createHash, type Hash } from 'node:crypto';
import { setImmediate as immediate } from 'node:timers/promises';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { breakoutOf, type RawElement } from '@site/shared/html.ts';

/** The extension of style sheets, the only files whose text documents contain as style. */
export const styleSheetEnd = '.css';

/** How many bytes of a file are worked on at once: others wait for a millisecond at most. */
const partSize = 64 * 1024;

/** Hashing is ten times as fast as what else is done with a part. */
const partsAtOnce = 10;

/** A page lists the integrity of every script, so a short hash keeps pages small. */
const currentAlgorithm = 'sha256';

/** The subresource integrity value of some content, as builds write it and browsers check it. */
export const integrityOf = (content: string | Buffer, algorithm: string = currentAlgorithm): string =>
  `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;

/** Checks a file against its release's manifest as it arrives, so that it can't be larger than announced. */
export class FileCheck {
  readonly #different: OperatorError;
  readonly #size: number;
  readonly #integrity: string;
  readonly #algorithm: string;
  readonly #hash: Hash;
  #arrived = 0;

  /** @throws {OperatorError} RELEASE-FILE when the manifest doesn't list it */
  constructor({ name, version, files }: ReleaseManifest, path: string) {
    this.#different = new OperatorError(
      'RELEASE-FILE',
      `${path} of ${name}@${version} is not the file that was built. Build and publish again.`,
    );
    const described = Object.hasOwn(files, path) ? files[path] : undefined;
    if (!described) throw this.#different;
    this.#size = described.size;
    this.#integrity = described.integrity;
    // Earlier releases in the store may use another algorithm.
    this.#algorithm = described.integrity.split('-')[0] ?? currentAlgorithm;
    this.#hash = createHash(this.#algorithm);
  }

  /** @throws {OperatorError} RELEASE-FILE when it is longer than announced */
  update(chunk: Uint8Array): void {
    this.#arrived += chunk.length;
    if (this.#arrived > this.#size) throw this.#different;
    this.#hash.update(chunk);
  }

  /** @throws {OperatorError} RELEASE-FILE when a byte differs, or is missing */
  end(): void {
    const integrity = `${this.#algorithm}-${this.#hash.digest('base64')}`;
    if (this.#arrived !== this.#size || integrity !== this.#integrity) throw this.#different;
  }

  /** Passes the content through. Errors as `update` and `end`. */
  async *through(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      this.update(chunk);
      yield chunk;
    }
    this.end();
  }
}

/**
 * Checks a file against its release's manifest, and that its text can't break out of its element in documents.
 *
 * @throws {OperatorError} RELEASE-FILE when a byte or the size differs, or the manifest doesn't list it; RELEASE-MARKUP when its text
 *   would leave its element
 */
export async function verifyFile(manifest: ReleaseManifest, path: string, content: Buffer): Promise<void> {
  const check = new FileCheck(manifest, path);
  for (const [index, part] of partsOf(content).entries()) {
    if (index % partsAtOnce === partsAtOnce - 1) await immediate();
    check.update(part);
  }
  check.end();
  assertInlinable(manifest, path, content);
}

/** The parts of a file, of a size that delays nobody. */
export const partsOf = (content: Buffer): readonly Buffer[] =>
  Array.from({ length: Math.ceil(content.length / partSize) }, (_, index) =>
    content.subarray(index * partSize, (index + 1) * partSize),
  );

/** The element of documents in which servers write the text of a file; undefined for files that browsers load. */
function elementOf(path: string): RawElement | undefined {
  if (path.startsWith('web/') && path.endsWith(styleSheetEnd)) return 'style';
  return path.startsWith('inline/') ? 'script' : undefined;
}

function assertInlinable({ name, version }: ReleaseManifest, path: string, content: Buffer): void {
  const element = elementOf(path);
  const breakout = element && breakoutOf(element, content.toString('utf8'));
  if (!breakout) return;
  const { found, line } = breakout;
  throw new OperatorError(
    'RELEASE-MARKUP',
    `${path}:${line} of ${name}@${version} has "${found}", which would end the <${element}> that servers write it in. Take it out and build again.`,
  );
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { maxPreviewDays } from '@site/releases/limits.ts';
import { firstPathOf } from '@site/releases/proposals.ts';
import { readRunningSite } from '@site/releases/runningSite.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { DeclaredPage } from '@site/shared/contract/release.ts';
import { reportsFolder, type Settings } from '../settings.ts';

const day = 24 * 60 * 60 * 1000;

/** What a preview link shows, and how long. */
export interface Preview {
  readonly app: string;
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** The value of `preview` in a link: `blog@VERSION.SECONDS.SIGNATURE`. */
export function signPreview(secret: string, { app, version, expires }: Preview): string {
  const claim = `${app}@${version}.${Math.floor(expires / 1000)}`;
  return `${claim}.${signatureOf(secret, claim)}`;
}

/**
 * What a link shows; undefined when it has expired, lasts longer than a link may, or wasn't signed here.
 *
 * @param secret asked for only when the text looks like a link
 */
export function readPreview(secret: () => string, text: string): Preview | undefined {
  const [, claim = '', app = '', version = '', seconds = '', signature = ''] =
    /^(([a-z0-9-]+)@([a-z0-9-]+)\.(\d{1,12}))\.([\w-]{43})$/.exec(text) ?? [];
  const expires = Number(seconds) * 1000;
  const left = expires - Date.now();
  if (claim === '' || left <= 0 || left > maxPreviewDays * day) return undefined;
  const isSigned = timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(secret(), claim)));
  return isSigned ? { app, version, expires } : undefined;
}

const signatureOf = (secret: string, claim: string): string =>
  createHmac('sha256', secret).update(`preview ${claim}`).digest('base64url');

/** A version to preview, and for how many days. */
interface PreviewedVersion {
  readonly app: string;
  readonly version: string;
  readonly days: number;
  readonly pages?: readonly DeclaredPage[] | undefined;
}

/**
 * A link that previews a version on the site of the settings, or on the running one. It leads to the version's first page
 * without parameters.
 *
 * @param pages the pages that the version proposes
 */
export async function previewLink(
  { app, version, days, pages = [] }: PreviewedVersion,
  settings: Settings,
): Promise<string> {
  const { SITE_ORIGIN, HOST, PORT } = settings;
  const origin = SITE_ORIGIN ?? (await readRunningSite(reportsFolder(settings)))?.origin ?? `http://${HOST}:${PORT}`;
  const link = signPreview(previewSecret(settings), { app, version, expires: Date.now() + days * day });
  return `${origin}${firstPathOf(pages)}?preview=${link}`;
}

/**
 * The secret that links are signed with: PREVIEW_SECRET, or one in the data folder, created on first use and shared by a server
 * and the commands on its machine.
 *
 * @throws {OperatorError} SITE-PREVIEW when it can't be read or made
 */
export function previewSecret({ PREVIEW_SECRET, DATA_DIR }: Pick<Settings, 'PREVIEW_SECRET' | 'DATA_DIR'>): string {
  if (PREVIEW_SECRET) return PREVIEW_SECRET;
  const file = join(DATA_DIR, 'preview.secret');
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return makeSecret(DATA_DIR, file);
  }
}

function makeSecret(folder: string, file: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      'SITE-PREVIEW',
      `The secret of preview links can’t be read: ${reason}. Give DATA_DIR as the server has it and run as its user, or set the same PREVIEW_SECRET for both.`,
      error,
    );
  }
}

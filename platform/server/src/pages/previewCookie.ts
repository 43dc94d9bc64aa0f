import type { Release, ReleaseSource } from '@site/releases/Release.ts';
import type { Settings } from '../settings.ts';
import { previewSecret, readPreview } from './previewLinks.ts';

/**
 * The cookie that lets a previewed page load the files of its version. It holds the link, and browsers send it only to those
 * files' addresses. It ends with the link, or earlier when the browser closes.
 *
 * @param link a valid link, so without characters that have a meaning in cookies
 * @param isSecure whether the visitor uses https
 */
export function previewCookie(link: string, { manifest }: Release, isSecure: boolean): string {
  const path = `/assets/${manifest.name}/${manifest.version}/`;
  return `preview=${link}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** The version that a request's cookie gives access to; undefined without a valid link. */
export async function previewedBy(
  cookies: string | undefined,
  releases: Pick<ReleaseSource, 'find'>,
  settings: Pick<Settings, 'PREVIEW_SECRET' | 'DATA_DIR'>,
): Promise<Release | undefined> {
  const [, link] = /(?:^|; *)preview=([^;]*)/.exec(cookies ?? '') ?? [];
  const preview = link === undefined ? undefined : readPreview(() => previewSecret(settings), link);
  return preview && (await releases.find(preview.app, preview.version));
}

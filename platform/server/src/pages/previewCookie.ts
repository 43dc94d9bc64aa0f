import type { Release, ReleaseSource } from '@site/releases/Release.ts';
import type { Settings } from '../settings.ts';
import { previewSecret, readPreview } from './previewLinks.ts';

/**
 * The cookie with which a previewed page loads the files of its version: the link itself, sent to their addresses alone.
 * It is over with the link, at the latest with the browser.
 *
 * @param link one that counts: it has no characters with a meaning in cookies
 * @param isSecure whether the visitor uses https
 */
export function previewCookie(link: string, { manifest }: Release, isSecure: boolean): string {
  const path = `/assets/${manifest.name}/${manifest.version}/`;
  return `preview=${link}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** The version that the cookie of a request shows; undefined without a link that counts. */
export async function previewedBy(
  cookies: string | undefined,
  releases: Pick<ReleaseSource, 'find'>,
  settings: Pick<Settings, 'PREVIEW_SECRET' | 'DATA_DIR'>,
): Promise<Release | undefined> {
  const [, link] = /(?:^|; *)preview=([^;]*)/.exec(cookies ?? '') ?? [];
  const preview = link === undefined ? undefined : readPreview(() => previewSecret(settings), link);
  return preview && (await releases.find(preview.app, preview.version));
}

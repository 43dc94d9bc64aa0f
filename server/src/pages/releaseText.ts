import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Release } from '@site/releases/Release.ts';

const known = new WeakMap<Release, Map<string, string>>();

/** The text of a browser file of a release, for standing in a document; nothing when the release doesn't promise its content. */
export function textOf(release: Release, file: string): string | undefined {
  if (!release.manifest.files[`web/${file}`]) return undefined;
  const texts = known.get(release) ?? new Map<string, string>();
  known.set(release, texts);
  const text = texts.get(file) ?? readFileSync(join(release.folder, 'web', file), 'utf8').trim();
  texts.set(file, text);
  return text;
}

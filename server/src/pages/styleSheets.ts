import type { Release } from '@site/releases/Release.ts';
import { textOf } from './releaseText.ts';

/** A style sheet and what must arrive. */
export interface StyleSheet {
  readonly url: string;
  readonly integrity: string;
  /** What stands in it; unknown while an app is developed, when it changes under an open page. */
  readonly text: string | undefined;
}

/** The style sheets of an exposed module. */
export function styleSheetsOf(release: Release, module: string): StyleSheet[] {
  const { modules, files, publicPath } = release.manifest;
  return (modules[module]?.styles ?? []).map((file) => ({
    url: publicPath + file,
    integrity: files[`web/${file}`]?.integrity ?? '',
    text: textOf(release, file),
  }));
}

/** The texts that stand inline. */
export const inlineTexts = (sheets: readonly StyleSheet[]): string[] =>
  sheets.flatMap(({ text }) => (text === undefined ? [] : [text]));

import { lostTexts, remoteTexts } from '@site/renderer/preflight/remoteTexts.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { DeclaredPage, ReleaseManifest } from '@site/shared/contract/release.ts';
import { proposedLanguages } from '@site/shared/contract/release.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { hasParams, pathOfRoute } from '@site/shared/routes/path.ts';

/** How a page differs between the live version and another one. */
export type PageChange = 'new' | 'changed' | 'same' | 'gone';

/** A page in one language: how it differs, and the texts that only one of the versions shows. */
export interface ComparedView {
  readonly language: Language;
  readonly change: PageChange;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** A page of either version. */
export interface ComparedPage {
  readonly page: string;
  /** Bytes that a browser loads of the remote for the page, compressed; undefined if the version lacks the page. */
  readonly bytes: { readonly before: number | undefined; readonly after: number | undefined };
  /** Empty for a page whose path has a parameter: it has no single address. */
  readonly views: readonly ComparedView[];
}

/** The versions to compare, and where the later one can be seen. */
export interface Compared {
  readonly before: ReleaseManifest | undefined;
  readonly after: ReleaseManifest;
  /** A preview link. */
  readonly link: string;
}

/** How long a page may take to load, in milliseconds: the site may be busy. */
const loadTime = 30_000;

/**
 * Compares what visitors read on every page of a version and of the live one, in every language, on the running site.
 *
 * @throws {OperatorError} SITE-UNREACHABLE
 */
export async function compare({ before, after, link }: Compared): Promise<readonly ComparedPage[]> {
  const names = new Set([...(after.pages ?? []), ...(before?.pages ?? [])].map(({ name }) => name));
  const compared: ComparedPage[] = [];
  for (const name of names) {
    const [earlier, later] = [before, after].map((manifest) => manifest?.pages?.find((page) => page.name === name));
    const views: ComparedView[] = [];
    for (const language of languages) {
      const read = async (page: DeclaredPage | undefined, isPreview: boolean) =>
        page && proposedLanguages(page).includes(language) && !hasParams(page, language)
          ? await textsAt(addressOf(page, language, link, isPreview))
          : undefined;
      const view = viewOf(language, await read(earlier, false), await read(later, true));
      if (view) views.push(view);
    }
    const bytes = { before: bytesOf(before, earlier), after: bytesOf(after, later) };
    compared.push({ page: name, bytes, views });
  }
  return compared;
}

function addressOf(page: DeclaredPage, language: Language, link: string, isPreview: boolean): string {
  const { origin, search } = new URL(link);
  return `${origin}${pathOfRoute(page, language)}${isPreview ? search : ''}`;
}

/** The texts of the remote's part of a page; nothing when there is no such page: status 404. */
async function textsAt(address: string): Promise<readonly string[] | undefined> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(loadTime) });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error(`status ${response.status}`);
    return remoteTexts(await response.text());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError('SITE-UNREACHABLE', `${address} can’t be read: ${reason}.`, error);
  }
}

/** Nothing when neither version has the page in the language. */
function viewOf(
  language: Language,
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): ComparedView | undefined {
  if (!before && !after) return undefined;
  if (!before) return { language, change: 'new', removed: [], added: [] };
  if (!after) return { language, change: 'gone', removed: [], added: [] };
  const change = before.join('\n') === after.join('\n') ? 'same' : 'changed';
  return { language, change, removed: lostTexts(before, after), added: lostTexts(after, before) };
}

/** The scripts and style sheets of a page's module, as they are sent. */
function bytesOf(manifest: ReleaseManifest | undefined, page: DeclaredPage | undefined): number | undefined {
  const module = page && manifest?.modules[page.module];
  if (!module) return undefined;
  const files = [...module.scripts, ...module.styles].map((file) => `web/${file}`);
  return files.reduce((sum, file) => sum + (manifest.files[`${file}.br`]?.size ?? manifest.files[file]?.size ?? 0), 0);
}

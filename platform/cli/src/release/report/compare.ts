import type { DeclaredPage, ReleaseManifest } from '@site/shared/contract/release.ts';
import { proposedLanguages } from '@site/shared/contract/release.ts';
import { type Language, languages } from '@site/shared/i18n/languages.ts';
import { hasParams, pathOfRoute } from '@site/shared/routes/path.ts';
import { type Picture, withPhotographer } from './visits.ts';

/** How a page differs between the live version and another one. */
export type Change = 'new' | 'changed' | 'same' | 'gone';

/** A page in one language, before and after. */
export interface ComparedView {
  readonly language: Language;
  readonly change: Change;
  readonly before?: Picture | undefined;
  readonly after?: Picture | undefined;
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

/** Compares every page of a version with the live one, in every language, on the running site. */
export async function compare({ before, after, link }: Compared): Promise<readonly ComparedPage[]> {
  const names = new Set([...(after.pages ?? []), ...(before?.pages ?? [])].map(({ name }) => name));
  return await withPhotographer(async (photograph) => {
    const compared: ComparedPage[] = [];
    for (const name of names) {
      const [earlier, later] = [before, after].map((manifest) => manifest?.pages?.find((page) => page.name === name));
      const views: ComparedView[] = [];
      for (const language of languages) {
        const take = async (page: DeclaredPage | undefined, isPreview: boolean) =>
          page && proposedLanguages(page).includes(language) && !hasParams(page, language)
            ? await photograph(addressOf(page, language, link, isPreview), after.name)
            : undefined;
        const view = { before: await take(earlier, false), after: await take(later, true) };
        if (view.before || view.after) views.push({ language, change: changeOf(view), ...view });
      }
      const bytes = { before: bytesOf(before, earlier), after: bytesOf(after, later) };
      compared.push({ page: name, bytes, views });
    }
    return compared;
  });
}

function addressOf(page: DeclaredPage, language: Language, link: string, isPreview: boolean): string {
  const { origin, search } = new URL(link);
  return `${origin}${pathOfRoute(page, language)}${isPreview ? search : ''}`;
}

function changeOf({ before, after }: Pick<ComparedView, 'before' | 'after'>): Change {
  if (!before) return 'new';
  if (!after) return 'gone';
  return before.content.equals(after.content) ? 'same' : 'changed';
}

/** The scripts and style sheets of a page's module, as they are sent. */
function bytesOf(manifest: ReleaseManifest | undefined, page: DeclaredPage | undefined): number | undefined {
  const module = page && manifest?.modules[page.module];
  if (!module) return undefined;
  const files = [...module.scripts, ...module.styles].map((file) => `web/${file}`);
  return files.reduce((sum, file) => sum + (manifest.files[`${file}.br`]?.size ?? manifest.files[file]?.size ?? 0), 0);
}

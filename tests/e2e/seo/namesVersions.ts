import { expect } from '@playwright/test';
import { ask } from '@site/testkit/site/http.ts';
import type { SharedSite } from '@site/testkit/site/sharedSite.ts';
import { canonicalOf, metaOf, versionsOf } from '../support/head.ts';

/** A page in all of its languages. */
export interface LanguageVersions {
  /** Its path in each language. */
  readonly paths: Readonly<Record<string, string>>;
  /** The path for visitors whose language the site doesn't have. */
  readonly forStrangers: string;
}

/** Asserts that a page names its canonical address and its versions in each language, and is indexed. */
export async function namesVersions(
  site: Pick<SharedSite, 'origin'>,
  { paths, forStrangers }: LanguageVersions,
): Promise<void> {
  const addressOf = (path: string) => site.origin + path;
  const versions = Object.fromEntries(Object.entries(paths).map(([language, path]) => [language, addressOf(path)]));
  for (const path of Object.values(paths)) {
    const { body } = await ask(site, path);
    expect(canonicalOf(body), path).toBe(addressOf(path));
    expect(metaOf(body, 'og:url'), path).toEqual([addressOf(path)]);
    expect(versionsOf(body), path).toEqual({ ...versions, 'x-default': addressOf(forStrangers) });
    expect(metaOf(body, 'robots'), path).toEqual([]);
  }
}

import { ask, languageOf } from '@site/testkit/site/http.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { expect } from '../support/serverTest.ts';

/** What a language version lacks without a remote. */
interface Gone {
  readonly language: string;
  /** Pages of the remote, and those of others. */
  readonly gone: readonly string[];
  readonly others: readonly string[];
  /** The title of the page of missing addresses. */
  readonly notFound: string;
}

/** Asserts that the pages of a remote that is missing are 404, in their language, and that no page leads there. */
export async function hidesPages(
  site: Pick<RunningSite, 'origin'>,
  { language, gone, others, notFound }: Gone,
): Promise<void> {
  const leadsNowhere = (body: string) => {
    for (const path of gone) expect(body).not.toContain(`href="${path}"`);
  };
  for (const path of gone) {
    const { status, body } = await ask(site, path);
    expect(status, path).toBe(404);
    expect(languageOf(body), path).toBe(language);
    expect(body).toContain(notFound);
    leadsNowhere(body);
  }
  for (const path of others) {
    const { status, body } = await ask(site, path);
    expect(status, path).toBe(200);
    leadsNowhere(body);
  }
}

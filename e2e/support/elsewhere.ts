import type { Page } from '@playwright/test';
import type { Watch } from './watch.ts';

/** Puts a page of our own in the place of another site, so that a test can see the visitor arrive there. */
export async function standInFor(origin: string, page: Page, watched: Watch): Promise<void> {
  watched.allow(new RegExp(`^request: ${RegExp.escape(origin)}`));
  await page.route(`${origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
  );
}

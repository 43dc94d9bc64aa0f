import type { PageName } from '@site/shared';
import { versionsOf } from '@site/shared/routes/siteFiles.ts';
import { type HeadTag, link } from './head.ts';

/** Links to every version of a page, itself included. */
export const versionTags = (page: PageName, origin: string): readonly HeadTag[] =>
  versionsOf(page).map(({ hreflang, path }) => link('alternate', origin + path, { hreflang }));

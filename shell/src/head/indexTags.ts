import type { HeadOverrides } from '@site/shared';
import type { View } from '../view/view.ts';
import { type HeadTag, link, named } from './head.ts';
import { pageAddress } from './pageAddress.ts';
import { versionTags } from './versionTags.ts';

/** What search engines are to do with a view, and where its versions are. */
export function indexTags(view: View, page: HeadOverrides, origin: string): readonly HeadTag[] {
  const { content } = view;
  if (content.kind !== 'page') return [notIndexed];
  const canonical = link('canonical', page.canonical ?? pageAddress(view, origin) ?? '');
  if (page.isIndexed === false) return [notIndexed, canonical];
  // What is at a parameter in one language need not be in another.
  const hasVersions = Object.keys(content.params).length === 0;
  return [canonical, ...(hasVersions ? versionTags(content.name, origin) : [])];
}

const notIndexed = named('robots', 'noindex');

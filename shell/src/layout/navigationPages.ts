import type { PageName } from '@site/shared';
import type { LayoutPage } from './Layout.tsx';

/** The pages that the navigation bar and the menu lead to. */
export const navigationPages = ['services', 'pricing', 'team', 'blog'] as const satisfies readonly PageName[];

/** The value of `aria-current` for a link of the navigation. An article belongs to the blog without being it. */
export function currentLink(link: PageName, page: LayoutPage): 'page' | 'true' | undefined {
  if (link === page) return 'page';
  return link === 'blog' && page === 'article' ? 'true' : undefined;
}

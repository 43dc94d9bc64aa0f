import { pathOf } from '@site/shared/routes/path.ts';
import type { View } from '../view/view.ts';

/** The absolute address of a view's page, without what a query may add. The 404 page has none. */
export function pageAddress({ content, request }: View, origin: string): string | undefined {
  return content.kind === 'page' ? origin + pathOf(content.name, request.language, content.params) : undefined;
}

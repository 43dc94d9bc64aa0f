import { VisuallyHidden } from '@site/shared';

/**
 * Tells screen readers where a navigation has led.
 *
 * @param props.title the new page's title; empty on the first view, which the browser announces itself
 */
export function RouteAnnouncer({ title }: { readonly title: string }) {
  return (
    <VisuallyHidden>
      <span aria-live="polite" aria-atomic="true">
        {title}
      </span>
    </VisuallyHidden>
  );
}

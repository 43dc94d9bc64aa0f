import type { HTMLAttributes } from 'react';

interface ListProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'ul' | 'ol' | undefined;
}

/** A list without markers, like all lists of the site. VoiceOver announces one as a list only when its role is stated. */
export function List({ as: Tag = 'ul', ...attributes }: ListProps) {
  return <Tag role="list" {...attributes} />;
}

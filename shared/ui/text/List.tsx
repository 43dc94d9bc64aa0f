import { Check } from 'lucide-react';
import type { HTMLAttributes, ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './CheckList.module.css';

interface ListProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'ul' | 'ol' | undefined;
}

/** A list without markers, like all lists of the site. VoiceOver announces such a list only if it has an explicit role. */
export function List({ as: Tag = 'ul', ...attributes }: ListProps) {
  return <Tag role="list" {...attributes} />;
}

interface CheckListProps {
  readonly items: readonly ReactNode[];
  readonly className?: string | undefined;
}

/** A list with check marks. The items never change order. */
export function CheckList({ items, className }: CheckListProps) {
  return (
    <List className={classNames(styles.list, className)}>
      {items.map((item, index) => (
        <li key={index} className={styles.item}>
          <Check aria-hidden="true" />
          <span>{item}</span>
        </li>
      ))}
    </List>
  );
}

import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { List } from '../List/List.tsx';
import styles from './CheckList.module.css';

interface CheckListProps {
  readonly items: readonly ReactNode[];
  readonly className?: string | undefined;
}

/** A list of what is included. The items never change places. */
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

import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Container.module.css';

interface ContainerProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The column that holds the content of every band of a page. */
export function Container({ className, children }: ContainerProps) {
  return <div className={classNames(styles.container, className)}>{children}</div>;
}

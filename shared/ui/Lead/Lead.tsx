import type { ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Lead.module.css';

interface LeadProps {
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The sentence or two under a title. */
export function Lead({ className, children }: LeadProps) {
  return <p className={classNames(styles.lead, className)}>{children}</p>;
}

import { type ContactField, fieldId } from '@site/shared';
import type { MouseEvent, ReactNode } from 'react';
import styles from './ErrorLink.module.css';

interface ErrorLinkProps {
  readonly field: ContactField;
  readonly children: ReactNode;
}

/** Leads from a line of the error list to its field. */
export function ErrorLink({ field, children }: ErrorLinkProps) {
  const id = fieldId(field);

  // A native jump would put the focus in the field, but also an entry in the history.
  const focusField = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    document.getElementById(id)?.focus();
  };

  return (
    <a href={`#${id}`} className={styles.link} onClick={focusField}>
      {children}
    </a>
  );
}

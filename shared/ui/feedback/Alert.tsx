import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { classNames } from '../classNames.ts';
import styles from './Alert.module.css';

const icons = { error: TriangleAlert, success: CircleCheck, info: Info };

interface AlertProps {
  readonly tone: 'error' | 'success' | 'info';
  readonly title?: ReactNode;
  readonly role?: 'alert' | 'status' | undefined;
  readonly id?: string | undefined;
  /** Ref to the title, to focus it. */
  readonly headingRef?: Ref<HTMLHeadingElement> | undefined;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** A message about something that has happened, or that the visitor should know. */
export function Alert({ tone, title, role, id, headingRef, className, children }: AlertProps) {
  const Icon = icons[tone];
  return (
    <div id={id} role={role} className={classNames(styles.alert, styles[tone], className)}>
      <Icon className={styles.icon} aria-hidden="true" />
      <div className={styles.body}>
        {title && (
          <h2 ref={headingRef} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
        )}
        {children}
      </div>
    </div>
  );
}

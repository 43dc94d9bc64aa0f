import type { ReactNode } from 'react';
import { DirectionArrow } from '../links/DirectionArrow.tsx';
import styles from './Button.module.css';
import type { ButtonLook } from './buttonLook.ts';

interface ButtonFaceProps extends ButtonLook {
  readonly children: ReactNode;
}

/** What stands on a button: the label and, on a primary one, the lit window. */
export function ButtonFace({
  variant = 'primary',
  icon = <DirectionArrow direction="on" />,
  children,
}: ButtonFaceProps) {
  return (
    <>
      <span>{children}</span>
      {variant === 'primary' && (
        <span className={styles.tile} aria-hidden="true">
          {icon}
        </span>
      )}
    </>
  );
}

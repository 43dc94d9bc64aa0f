import type { StreetProps } from '@site/shared/contract/siteParts.ts';
import { classNames } from '@site/shared/ui/classNames.ts';
import { Illustration } from '@site/shared/ui/illustrations/Illustration.tsx';
import { useEffect } from 'react';
import festoon from './festoon.svg';
import styles from './Street.module.css';
import street from './street.svg';
import streetLights from './street-lights.svg';

const size = { width: 2400, height: 406 };

/** The whole street with its lit windows, under its glowing festoon. Decoration. */
export function Street({ eager, animateOnFirstVisit, className }: StreetProps) {
  // Only once: the visitor may come back to this page.
  useEffect(() => {
    if (!animateOnFirstVisit) return;
    return () => {
      delete document.documentElement.dataset.firstVisit;
    };
  }, [animateOnFirstVisit]);

  return (
    <div className={classNames(styles.street, className)}>
      <Illustration src={street} {...size} eager={eager} />
      <div className={classNames(animateOnFirstVisit && styles.lightingUp)}>
        <Illustration src={streetLights} {...size} eager={eager} />
        <Illustration src={festoon} {...size} eager={eager} className={styles.festoon} />
      </div>
    </div>
  );
}

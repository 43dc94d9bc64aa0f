import { useEffect } from 'react';
import { classNames } from '../classNames.ts';
import { Illustration } from './Illustration.tsx';
import { illustrations } from './index.ts';
import styles from './Street.module.css';

interface StreetProps {
  /** Visible at once: loaded with the page instead of on the way down. */
  readonly eager?: boolean | undefined;
  /** On the visitor's first view, the windows light up house by house. */
  readonly animateOnFirstVisit?: boolean | undefined;
  readonly className?: string | undefined;
}

const size = { width: 2400, height: 406 };

/** The whole street with its lit windows, under its glowing festoon. Decoration. */
export function Street({ eager, animateOnFirstVisit, className }: StreetProps) {
  // Once seen, the street stays lit: the visitor may come back to it in the same visit.
  useEffect(() => {
    if (!animateOnFirstVisit) return;
    return () => {
      delete document.documentElement.dataset.firstVisit;
    };
  }, [animateOnFirstVisit]);

  return (
    <div className={classNames(styles.street, className)}>
      <Illustration src={illustrations.street} {...size} eager={eager} />
      <div className={classNames(animateOnFirstVisit && styles.lightingUp)}>
        <Illustration src={illustrations.streetLights} {...size} eager={eager} />
        <Illustration src={illustrations.festoon} {...size} eager={eager} className={styles.festoon} />
      </div>
    </div>
  );
}

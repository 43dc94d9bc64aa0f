import { useEffect } from 'react';
import { classNames } from '../classNames.ts';
import { Illustration } from './Illustration.tsx';
import { illustrations } from './index.ts';
import styles from './Street.module.css';

interface StreetProps {
  /** Loads at once, for illustrations at the top of a page. */
  readonly eager?: boolean | undefined;
  /** Lights the windows up house by house on the visitor's first view. */
  readonly animateOnFirstVisit?: boolean | undefined;
  readonly className?: string | undefined;
}

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
      <Illustration src={illustrations.street} {...size} eager={eager} />
      <div className={classNames(animateOnFirstVisit && styles.lightingUp)}>
        <Illustration src={illustrations.streetLights} {...size} eager={eager} />
        <Illustration src={illustrations.festoon} {...size} eager={eager} className={styles.festoon} />
      </div>
    </div>
  );
}

import { useEffect } from 'react';
import { Art } from '../Art/Art.tsx';
import { art } from '../art/index.ts';
import { classNames } from '../classNames.ts';
import styles from './Street.module.css';

interface StreetProps {
  /** Visible at once: loaded with the page instead of on the way down. */
  readonly eager?: boolean | undefined;
  /** On the visitor's first view, the windows light up house by house. */
  readonly wakes?: boolean | undefined;
  readonly className?: string | undefined;
}

const size = { width: 2400, height: 406 };

/** The whole street with its lit windows, under its glowing festoon. Decoration. */
export function Street({ eager, wakes, className }: StreetProps) {
  // Once seen, the street stays lit: the visitor may come back to it in the same visit.
  useEffect(() => {
    if (!wakes) return;
    return () => {
      delete document.documentElement.dataset.firstVisit;
    };
  }, [wakes]);

  return (
    <div className={classNames(styles.street, className)}>
      <Art src={art.street} {...size} eager={eager} />
      <div className={classNames(wakes && styles.waking)}>
        <Art src={art.streetLights} {...size} eager={eager} />
        <Art src={art.festoon} {...size} eager={eager} className={styles.festoon} />
      </div>
    </div>
  );
}

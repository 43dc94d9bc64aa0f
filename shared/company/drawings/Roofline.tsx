import { showLitWindow } from '@site/shared/litWindow.ts';
import { useEffect } from 'react';
import styles from './Roofline.module.css';

/** The top of the footer: the street's roofs in one colour, with lit windows and the festoon. Decoration. */
export function Roofline() {
  useEffect(showLitWindow, []);
  return (
    <div className={styles.roofline} aria-hidden="true">
      <div className={styles.roofs} />
      <div className={styles.windows} />
      <div className={styles.thanks} />
      <div className={styles.festoon}>
        <div className={styles.bulbs} />
      </div>
    </div>
  );
}

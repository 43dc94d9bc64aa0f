import styles from './EveningStrip.module.css';
import { Roofline } from './Roofline.tsx';

/** The quiet end of a page: dusk falls over the roofs of the footer. */
export function EveningStrip() {
  return (
    <div className={styles.strip}>
      <Roofline />
    </div>
  );
}

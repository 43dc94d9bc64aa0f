import { Illustration } from '@site/shared';
import letter from '../../illustrations/letter.svg';
import sortingWall from '../../illustrations/sorting-wall.svg';
import styles from './SortingWall.module.css';

/** The wall of pigeonholes where letters arrive. One is on its way, and gets there when a visitor takes an interest. */
export function SortingWall() {
  return (
    <div className={styles.wall}>
      <Illustration src={sortingWall} width={560} height={420} />
      <div className={styles.letter}>
        <Illustration src={letter} width={40} height={26} />
      </div>
    </div>
  );
}

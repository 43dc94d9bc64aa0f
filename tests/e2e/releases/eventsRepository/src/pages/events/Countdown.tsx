import { differenceInCalendarDays, parseISO } from 'date-fns';
import styles from './EventsPage.module.css';

interface CountdownProps {
  readonly to: string;
  readonly label: string;
}

/** The days until an event, by the clock of the visitor: the server's page is the same on every day. */
export default function Countdown({ to, label }: CountdownProps) {
  return (
    <span className={styles.countdown} data-countdown="">
      {label} {Math.max(0, differenceInCalendarDays(parseISO(to), new Date()))}
    </span>
  );
}

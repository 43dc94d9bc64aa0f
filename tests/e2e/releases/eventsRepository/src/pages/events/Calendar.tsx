import type { Language } from '@site/shared';
import { format, parseISO } from 'date-fns';
import { DayPicker, type DayPickerLocale } from 'react-day-picker';
import { enGB, es, fr } from 'react-day-picker/locale';
import 'react-day-picker/style.css';
import type { Event } from '../../schemas.ts';
import styles from './Calendar.module.css';

const localeOf: Readonly<Record<Language, DayPickerLocale>> = { en: enGB, fr, es };

interface CalendarProps {
  readonly label: string;
  readonly language: Language;
  readonly events: readonly Event[];
  readonly day: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

/** A month in which only days with events can be chosen. */
export function Calendar({ label, language, events, day, onChange }: CalendarProps) {
  const days = new Set(events.map((event) => event.day));
  const [first] = events;
  return (
    <div role="group" aria-label={label}>
      <DayPicker
        className={styles.calendar}
        mode="single"
        locale={localeOf[language]}
        defaultMonth={parseISO(first?.day ?? '2026-01-01')}
        today={parseISO('2026-01-01')}
        selected={day === undefined ? undefined : parseISO(day)}
        onSelect={(date) => onChange(date && format(date, 'yyyy-MM-dd'))}
        disabled={(date) => !days.has(format(date, 'yyyy-MM-dd'))}
      />
    </div>
  );
}

import { textOf } from '@site/shared/facts.ts';
import { SampleMark } from '@site/shared/ui/signs/SampleMark.tsx';
import { useTranslation } from 'react-i18next';
import { serviceHours } from '../data/serviceHours.ts';
import styles from './ServiceHours.module.css';

/** When the promise of help within two hours holds. */
export function ServiceHours() {
  const { t } = useTranslation('marketing');
  const { from, to } = serviceHours;
  return (
    <p className={styles.hours}>
      {t('support.hours', { from: textOf(from), to: textOf(to) })} <SampleMark of={[from, to]} />
    </p>
  );
}

import { Heading, IconArch, Illustration, List, Section, SectionHead } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { ServiceHours } from '../../components/ServiceHours.tsx';
import { TitleColumns } from '../../components/TitleColumns.tsx';
import van from '../../illustrations/van.svg';
import styles from './Reasons.module.css';

const titleId = 'reasons-title';

const reasons = [
  { id: 'experience', icon: 'rotate-ccw-clock' },
  { id: 'intervention', icon: 'timer' },
  { id: 'users', icon: 'users' },
  { id: 'measure', icon: 'ruler' },
] as const;

/** Four reasons to choose the provider. */
export function Reasons() {
  const { t } = useTranslation('marketing');
  const title = (
    <>
      <SectionHead id={titleId} title={t('home.reasons.title')} lead={t('home.reasons.lead')} spaced={false} />
      <Illustration src={van} width={300} height={150} className={styles.van} />
    </>
  );
  return (
    <Section tone="band" labelledBy={titleId}>
      <TitleColumns share="four" title={title}>
        <List className={styles.reasons}>
          {reasons.map(({ id, icon }) => (
            <li key={id} className={styles.reason}>
              <IconArch icon={icon} className={styles.arch} />
              <div>
                <Heading level={3}>{t(`home.reasons.${id}.title`)}</Heading>
                <p className={styles.text}>{t(`home.reasons.${id}.text`)}</p>
                {id === 'intervention' && <ServiceHours />}
              </div>
            </li>
          ))}
        </List>
      </TitleColumns>
    </Section>
  );
}

import { Heading, IconArch, Illustration, List, Section, SectionHead } from '@site/shared';
import { History, Ruler, Timer, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ServiceHours } from '../../components/ServiceHours.tsx';
import { TitleColumns } from '../../components/TitleColumns.tsx';
import van from '../../illustrations/van.svg';
import styles from './Reasons.module.css';

const titleId = 'reasons-title';

const reasons = [
  { id: 'experience', icon: History },
  { id: 'intervention', icon: Timer },
  { id: 'users', icon: Users },
  { id: 'measure', icon: Ruler },
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
          {reasons.map(({ id, icon: Icon }) => (
            <li key={id} className={styles.reason}>
              <IconArch className={styles.arch}>
                <Icon size={26} strokeWidth={1.75} aria-hidden />
              </IconArch>
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

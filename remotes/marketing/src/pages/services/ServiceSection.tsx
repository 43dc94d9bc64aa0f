import { ButtonLink, Section, SectionHead } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { NumberedLabel } from '../../components/NumberedLabel/NumberedLabel.tsx';
import { TitleColumns } from '../../components/TitleColumns/TitleColumns.tsx';
import type { ServiceId } from '../../data/services.ts';
import { ServiceItems } from './ServiceItems.tsx';
import styles from './ServiceSection.module.css';

interface ServiceSectionProps {
  readonly id: ServiceId;
  readonly number: number;
  readonly tone: 'plain' | 'band';
}

/** A service in detail. */
export function ServiceSection({ id, number, tone }: ServiceSectionProps) {
  const { t } = useTranslation('marketing');
  const titleId = `${id}-title`;
  const title = (
    <>
      <NumberedLabel number={number}>{t(`services.${id}.name`)}</NumberedLabel>
      <SectionHead
        id={titleId}
        title={t(`services.${id}.title`)}
        lead={t(`services.${id}.lead`)}
        spaced={false}
        className={styles.head}
      />
      <ButtonLink page="contact">{t('services.start')}</ButtonLink>
    </>
  );
  return (
    <Section id={id} tone={tone} labelledBy={titleId}>
      <TitleColumns share="four" title={title}>
        <ServiceItems id={id} />
      </TitleColumns>
    </Section>
  );
}

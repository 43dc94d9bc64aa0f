import { ArrowLink, CheckList, Heading, Lead } from '@site/shared';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberedLabel } from '../../components/NumberedLabel/NumberedLabel.tsx';
import type { ServiceId } from '../../data/services.ts';
import styles from './Feature.module.css';

const pointIds = ['first', 'second', 'third'] as const;

interface FeatureProps {
  readonly id: 'hosting' | 'visibility';
  readonly number: number;
  /** 560 × 420. */
  readonly drawing: ReactNode;
  /** The section of the services page that tells more. */
  readonly serviceId: ServiceId;
}

/** A drawing beside what it means for a customer. On wide screens the sides alternate; on a phone the drawing is first. */
export function Feature({ id, number, drawing, serviceId }: FeatureProps) {
  const { t } = useTranslation('marketing');
  const points = pointIds.map((point) => t(`home.features.${id}.points.${point}`));
  return (
    <article className={styles.feature}>
      <div className={styles.panel}>{drawing}</div>
      <div>
        <NumberedLabel number={number}>{t(`home.features.${id}.label`)}</NumberedLabel>
        <Heading level={2}>{t(`home.features.${id}.title`)}</Heading>
        <Lead className={styles.lead}>{t(`home.features.${id}.lead`)}</Lead>
        <CheckList items={points} className={styles.points} />
        <p className={styles.more}>
          <ArrowLink page="services" hash={serviceId}>
            {t(`home.features.${id}.link`)}
          </ArrowLink>
        </p>
      </div>
    </article>
  );
}

import { ArrowLink, CheckList, Heading, Illustration, Lead, Section } from '@site/shared';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberedLabel } from '../../components/TitleColumns.tsx';
import type { ServiceId } from '../../data/services.ts';
import cutaway from '../../illustrations/cutaway.svg';
import letter from '../../illustrations/letter.svg';
import sortingWall from '../../illustrations/sorting-wall.svg';
import featureStyles from './Feature.module.css';
import styles from './Features.module.css';
import wallStyles from './SortingWall.module.css';

/** The two halves of the business: hosting, and being found. */
export function Features() {
  return (
    <Section>
      <div className={styles.list}>
        <Feature
          id="hosting"
          number={1}
          drawing={<Illustration src={cutaway} width={560} height={420} />}
          serviceId="hosting"
        />
        <Feature id="visibility" number={2} drawing={<SortingWall />} serviceId="email" />
      </div>
    </Section>
  );
}

const pointIds = ['first', 'second', 'third'] as const;

interface FeatureProps {
  readonly id: 'hosting' | 'visibility';
  readonly number: number;
  /** 560 × 420. */
  readonly drawing: ReactNode;
  /** The section of the services page with more about it. */
  readonly serviceId: ServiceId;
}

/** An illustration beside its text. On wide screens the sides alternate; on a phone the illustration is first. */
function Feature({ id, number, drawing, serviceId }: FeatureProps) {
  const { t } = useTranslation('marketing');
  const points = pointIds.map((point) => t(`home.features.${id}.points.${point}`));
  return (
    <article className={featureStyles.feature}>
      <div className={featureStyles.panel}>{drawing}</div>
      <div>
        <NumberedLabel number={number}>{t(`home.features.${id}.label`)}</NumberedLabel>
        <Heading level={2}>{t(`home.features.${id}.title`)}</Heading>
        <Lead className={featureStyles.lead}>{t(`home.features.${id}.lead`)}</Lead>
        <CheckList items={points} className={featureStyles.points} />
        <p className={featureStyles.more}>
          <ArrowLink page="services" hash={serviceId}>
            {t(`home.features.${id}.link`)}
          </ArrowLink>
        </p>
      </div>
    </article>
  );
}

/** A wall of pigeonholes. One letter moves into its place when the visitor hovers or focuses it. */
function SortingWall() {
  return (
    <div className={wallStyles.wall}>
      <Illustration src={sortingWall} width={560} height={420} />
      <div className={wallStyles.letter}>
        <Illustration src={letter} width={40} height={26} />
      </div>
    </div>
  );
}

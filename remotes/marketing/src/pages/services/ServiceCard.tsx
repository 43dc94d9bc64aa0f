import { ArrowLink, Card, Heading, Illustration, illustrations, NumberPlaque, VisuallyHidden } from '@site/shared';
import { useTranslation } from 'react-i18next';
import type { ServiceId } from '../../data/services.ts';
import styles from './ServiceCard.module.css';

const shopFronts: Record<ServiceId, string> = {
  hosting: illustrations.shopLondon,
  web: illustrations.shopBethune,
  email: illustrations.shopBarcelona,
};

interface ServiceCardProps {
  readonly id: ServiceId;
  readonly number: number;
}

/** A service in a sentence, under the ground floor of its house, with the way to its section. */
export function ServiceCard({ id, number }: ServiceCardProps) {
  const { t } = useTranslation('marketing');
  const name = t(`services.${id}.name`);
  return (
    <Card
      as="article"
      turns
      className={styles.card}
      illustration={<Illustration src={shopFronts[id]} width={292} height={108} className={styles.shopFront} />}
    >
      <div className={styles.title}>
        <NumberPlaque>{number}</NumberPlaque>
        <Heading level={2} look="h3" className={styles.name}>
          {name}
        </Heading>
      </div>
      <p className={styles.summary}>{t(`services.${id}.summary`)}</p>
      <p className={styles.details}>
        <ArrowLink href={`#${id}`}>
          {t('services.details')}
          <VisuallyHidden> {name}</VisuallyHidden>
        </ArrowLink>
      </p>
    </Card>
  );
}

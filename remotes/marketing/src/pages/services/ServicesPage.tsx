import {
  ArrowLink,
  Card,
  Heading,
  Illustration,
  illustrations,
  List,
  NumberPlaque,
  PageHeader,
  Section,
  VisuallyHidden,
} from '@site/shared';
import { useTranslation } from 'react-i18next';
import { ServiceHours } from '../../components/ServiceHours.tsx';
import { type ServiceId, serviceIds } from '../../data/services.ts';
import cardStyles from './ServiceCard.module.css';
import listStyles from './ServiceCards.module.css';
import { ServiceSection } from './ServiceSection.tsx';
import styles from './ServicesPage.module.css';

/** The services page: a card for each service, then a section for each. */
export function ServicesPage() {
  const { t } = useTranslation('marketing');
  return (
    <>
      <PageHeader
        title={t('services.title')}
        lead={t('services.lead')}
        illustration={
          <Illustration src={illustrations.threeHouses} width={968} height={400} eager className={styles.houses} />
        }
      />
      <ServiceCards />
      {serviceIds.map((id, index) => (
        <ServiceSection key={id} id={id} number={index + 1} tone={index % 2 === 0 ? 'band' : 'plain'} />
      ))}
    </>
  );
}

/** The services' cards. */
function ServiceCards() {
  return (
    <Section>
      <List className={listStyles.cards}>
        {serviceIds.map((id, index) => (
          <li key={id}>
            <ServiceCard id={id} number={index + 1} />
          </li>
        ))}
      </List>
    </Section>
  );
}

/** The house of each service, and its ground floor. */
const drawings: Record<ServiceId, { readonly house: string; readonly shopFront: string }> = {
  hosting: { house: illustrations.houseLondon, shopFront: illustrations.shopLondon },
  web: { house: illustrations.houseBethune, shopFront: illustrations.shopBethune },
  email: { house: illustrations.houseBarcelona, shopFront: illustrations.shopBarcelona },
};

interface ServiceCardProps {
  readonly id: ServiceId;
  readonly number: number;
}

/** A service's illustration, summary and link to its section. */
function ServiceCard({ id, number }: ServiceCardProps) {
  const { t } = useTranslation('marketing');
  const name = t(`services.${id}.name`);
  return (
    <Card
      as="article"
      interactive
      turns
      className={cardStyles.card}
      illustration={
        <>
          <Illustration src={drawings[id].shopFront} width={292} height={108} className={cardStyles.shopFront} />
          <Illustration src={drawings[id].house} width={336} height={370} className={cardStyles.house} />
        </>
      }
    >
      <div className={cardStyles.title}>
        <NumberPlaque>{number}</NumberPlaque>
        <Heading level={2} look="h3" className={cardStyles.name}>
          {name}
        </Heading>
      </div>
      <p className={cardStyles.summary}>{t(`services.${id}.summary`)}</p>
      {id === 'hosting' && <ServiceHours />}
      <p className={cardStyles.details}>
        <ArrowLink href={`#${id}`}>
          {t('services.details')}
          <VisuallyHidden> {t('services.detailsOf', { service: name })}</VisuallyHidden>
        </ArrowLink>
      </p>
    </Card>
  );
}

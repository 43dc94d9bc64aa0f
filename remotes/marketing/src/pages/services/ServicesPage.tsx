import { Illustration, illustrations, PageHeader } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { serviceIds } from '../../data/services.ts';
import { ServiceCards } from './ServiceCards.tsx';
import { ServiceSection } from './ServiceSection.tsx';
import styles from './ServicesPage.module.css';

/** The services page: three doors first, then what is behind each of them. */
export function ServicesPage() {
  const { t } = useTranslation('marketing');
  return (
    <>
      <PageHeader
        title={t('services.title')}
        lead={t('services.lead')}
        illustration={
          <Illustration src={illustrations.threeHouses} width={968} height={406} eager className={styles.houses} />
        }
      />
      <ServiceCards />
      {serviceIds.map((id, index) => (
        <ServiceSection key={id} id={id} number={index + 1} tone={index % 2 === 0 ? 'band' : 'plain'} />
      ))}
    </>
  );
}

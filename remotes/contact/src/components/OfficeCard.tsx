import { ArrowLink, Card, Heading, Illustration, illustrations, VisuallyHidden } from '@site/shared';
import { useTranslation } from 'react-i18next';
import type { Office } from '../data/offices.ts';
import styles from './OfficeCard.module.css';

/** Each city's house, and how wide its drawing is; all are equally high. */
const houses = {
  london: { src: illustrations.houseLondon, width: 336 },
  bethune: { src: illustrations.houseBethune, width: 296 },
  barcelona: { src: illustrations.houseBarcelona, width: 352 },
};

/** An office and the way to a meeting there. */
export function OfficeCard({ office }: { readonly office: Office }) {
  const { t } = useTranslation('contact');
  const city = t(`contact.offices.${office.id}.city`);
  return (
    <Card as="li" illustration={<Illustration {...houses[office.id]} height={370} className={styles.house} />}>
      <p className={styles.country}>{t(`contact.offices.${office.id}.country`)}</p>
      <Heading level={3} className={styles.city}>
        {city}
      </Heading>
      <ArrowLink href={office.bookingUrl} newTab>
        {t('contact.offices.book')}
        <VisuallyHidden> {t('contact.offices.bookIn', { city })}</VisuallyHidden>
      </ArrowLink>
    </Card>
  );
}

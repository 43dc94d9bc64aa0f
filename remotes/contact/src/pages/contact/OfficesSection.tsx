import { type OfficeId, officeOf } from '@site/company/offices.ts';
import {
  ArrowLink,
  ButtonLink,
  Card,
  Heading,
  Illustration,
  illustrations,
  List,
  MediaFacade,
  Section,
  SectionHead,
  useLanguage,
  VisuallyHidden,
} from '@site/shared';
import { textOf } from '@site/shared/facts.ts';
import { SampleMark } from '@site/shared/ui/signs/SampleMark.tsx';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { largerMapUrl, mapUrl, offices } from '../../data/offices.ts';
import poster from '../../illustrations/map-placeholder.svg';
import cardStyles from './OfficeCard.module.css';
import styles from './Offices.module.css';
import mapStyles from './StudioMap.module.css';

const titleId = 'offices-title';

/** The three offices, and a map of the one for the visitor's language. */
export function OfficesSection() {
  const { t } = useTranslation('contact');
  return (
    <Section tone="band" labelledBy={titleId}>
      <SectionHead id={titleId} title={t('contact.offices.title')} lead={t('contact.offices.lead')} />
      <List className={styles.cards}>
        {(Object.keys(offices) as OfficeId[]).map((id) => (
          <OfficeCard key={id} id={id} />
        ))}
      </List>
      <StudioMap />
    </Section>
  );
}

/** Each city's house, and how wide its drawing is; all are equally high. */
const houses = {
  london: { src: illustrations.houseLondon, width: 336 },
  bethune: { src: illustrations.houseBethune, width: 296 },
  barcelona: { src: illustrations.houseBarcelona, width: 352 },
};

/** An office and a link to book a meeting there. */
function OfficeCard({ id }: { readonly id: OfficeId }) {
  const { t } = useTranslation('contact');
  const city = t(`contact.offices.${id}.city`);
  return (
    <Card
      as="li"
      className={cardStyles.office}
      illustration={<Illustration {...houses[id]} height={370} className={cardStyles.house} />}
    >
      <p className={cardStyles.country}>{t(`contact.offices.${id}.country`)}</p>
      <Heading level={3} className={cardStyles.city}>
        {city}
      </Heading>
      <address className={cardStyles.address} translate="no">
        {textOf(offices[id].address)}
      </address>
      <SampleMark of={[offices[id].address]} />
      <ArrowLink href={offices[id].bookingUrl} newTab>
        {t('contact.offices.book')}
        <VisuallyHidden> {t('contact.offices.bookIn', { city })}</VisuallyHidden>
      </ArrowLink>
    </Card>
  );
}

const frameName = 'studio-map';

/** Opens a link in the map's frame, with or without JavaScript. */
const inMapFrame = { target: frameName };

/** The map around the office: our own drawing until the visitor asks for the real one. */
function StudioMap() {
  const { t } = useTranslation('contact');
  const id = officeOf[useLanguage()];
  const city = t(`contact.offices.${id}.city`);
  const src = mapUrl(offices[id]);
  const [isShown, setIsShown] = useState(false);
  return (
    <div className={mapStyles.studio}>
      <MediaFacade
        className={mapStyles.map}
        kind="map"
        name={frameName}
        title={t('contact.map.frame', { city })}
        src={src}
        poster={poster}
        playLabel={t('contact.map.load')}
        onShown={() => setIsShown(true)}
      />
      {isShown ? (
        <ButtonLink href={largerMapUrl(offices[id])} newTab size="small" className={mapStyles.larger}>
          {t('contact.map.larger')}
        </ButtonLink>
      ) : (
        <div className={mapStyles.label}>
          <Heading level={3}>{t('contact.map.title')}</Heading>
          <p className={mapStyles.text}>{t('contact.map.text')}</p>
          {/* The drawing is the same link: one stop of the keyboard is enough. */}
          <ButtonLink href={src} {...inMapFrame} tabIndex={-1} size="small" icon={<MapPin />}>
            {t('contact.map.load')}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

import { ButtonLink, Heading, MediaFacade, useLanguage } from '@site/shared';
import { MapPin } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { mapUrl } from '../data/mapUrl.ts';
import { offices } from '../data/offices.ts';
import poster from '../illustrations/map-placeholder.svg';
import styles from './StudioMap.module.css';

const frameName = 'studio-map';

/** Makes a link open in the map's frame, with or without JavaScript. */
const inMapFrame = { target: frameName };

/** The map around the office. It is our own drawing until the visitor asks for the real one. */
export function StudioMap() {
  const { t } = useTranslation('contact');
  const office = offices[useLanguage()];
  const city = t(`contact.offices.${office.id}.city`);
  const src = mapUrl(office);
  return (
    <div className={styles.studio}>
      <MediaFacade
        className={styles.map}
        kind="map"
        name={frameName}
        title={t('contact.map.frame', { city })}
        src={src}
        poster={poster}
        playLabel={t('contact.map.load')}
      />
      <div className={styles.label}>
        <Heading level={3}>{t('contact.map.title')}</Heading>
        <p className={styles.text}>{t('contact.map.text')}</p>
        <ButtonLink href={src} {...inMapFrame} size="small" icon={<MapPin />}>
          {t('contact.map.load')}
        </ButtonLink>
      </div>
    </div>
  );
}

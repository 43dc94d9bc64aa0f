import '@fontsource/lobster';
import { PageHeader, type PageProps, Picture, Section } from '@site/shared';
import { ApiPicture } from '@site/shared/ui/Picture/ApiPicture.tsx';
import { type RichPicture, RichText } from '@site/shared/ui/RichText/RichText.tsx';
import { useTranslation } from 'react-i18next';
import hall from '../events/hall.jpg';
import './app.css';
import cellar from './cellar.jpg';
import './posters.css';
import styles from './VenuePage.module.css';

/** What the page shows: no rules when the API has never answered. */
export interface VenuePageData {
  readonly rules?: string;
}

/** The house of the events, with its rules from a CMS, photographs, posters in fonts of its own and in Tailwind. */
export function VenuePage({ data: { rules } }: PageProps<VenuePageData>) {
  const { t } = useTranslation('events');
  return (
    <>
      <PageHeader title={t('venue.title')} />
      <Section first>
        <Picture source={hall} alt="" sizes="100vw" priority />
        <p className="events-poster">Open house</p>
        <p className="events-invitation">Come and see</p>
        <p className="bg-poster p-4 text-white shadow-lg hover:underline no-such-class" data-poster="">
          Open house
        </p>
        {rules !== undefined && <RichText html={rules} picture={picture} />}
        <Picture source={cellar} alt="" sizes="100vw" className={styles.far} />
      </Section>
    </>
  );
}

const cms = 'https://cms.example/';

/** The CMS's own pictures come through the site. */
const picture = ({ src, width, height, ...text }: RichPicture) =>
  src.startsWith(cms) && width && height ? (
    <ApiPicture path={`events/${src.slice(cms.length)}`} width={width} height={height} {...text} />
  ) : (
    text.alt
  );

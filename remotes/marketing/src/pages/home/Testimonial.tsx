import { Badge, Heading, IconArch, Section, VisuallyHidden } from '@site/shared';
import { Quote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import styles from './Testimonial.module.css';

const titleId = 'testimonial-title';

/** A customer's quote: a sample, labelled as such, to be replaced by a real one. */
export function Testimonial() {
  const { t } = useTranslation('marketing');
  return (
    <Section labelledBy={titleId}>
      <Heading level={2} id={titleId}>
        <VisuallyHidden>{t('home.testimonial.heading')}</VisuallyHidden>
      </Heading>
      <div className={styles.testimonial}>
        <IconArch size="large">
          <Quote aria-hidden />
        </IconArch>
        <figure>
          <blockquote className={styles.quote}>
            {t('home.testimonial.quote')} <em className={styles.highlight}>{t('home.testimonial.highlight')}</em>
          </blockquote>
          <figcaption className={styles.author}>
            <p>
              <span className={styles.name}>{t('home.testimonial.name')}</span>
              <span className={styles.role}>{t('home.testimonial.role')}</span>
            </p>
            <Badge tone="neutral">{t('home.testimonial.sample')}</Badge>
          </figcaption>
        </figure>
      </div>
    </Section>
  );
}

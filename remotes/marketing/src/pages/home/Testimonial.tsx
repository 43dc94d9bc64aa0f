import { Badge, Heading, IconArch, Section, VisuallyHidden } from '@site/shared';
import { isSample, textOf } from '@site/shared/facts.ts';
import { Quote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { customer, figure } from '../../data/testimonial.ts';
import styles from './Testimonial.module.css';

const titleId = 'testimonial-title';

/** A customer's quote, and its result as a figure. A sample is labelled as such. */
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
        <figure className={styles.content}>
          <blockquote className={styles.quote}>
            {t('home.testimonial.quote')} <em className={styles.highlight}>{t('home.testimonial.highlight')}</em>
          </blockquote>
          <p className={styles.result}>
            <strong className={styles.figure}>{t('home.testimonial.figure', { figure: textOf(figure) })}</strong>{' '}
            {t('home.testimonial.result')}
          </p>
          <figcaption className={styles.author}>
            <p>
              <span className={styles.name}>{isSample(customer) ? t('home.testimonial.name') : customer}</span>
              <span className={styles.role}>{t('home.testimonial.role')}</span>
            </p>
            {(isSample(customer) || isSample(figure)) && <Badge tone="accent">{t('home.testimonial.sample')}</Badge>}
          </figcaption>
        </figure>
      </div>
    </Section>
  );
}

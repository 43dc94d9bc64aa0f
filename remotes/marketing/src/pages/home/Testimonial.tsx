import { Badge, Heading, IconArch, Lead, Section, VisuallyHidden } from '@site/shared';
import { isSample, textOf } from '@site/shared/facts.ts';
import { useTranslation } from 'react-i18next';
import { customer, figure } from '../../data/testimonial.ts';
import statisticsStyles from './Statistics.module.css';
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
        <IconArch icon="quote" size="large" />
        <figure className={styles.content}>
          <blockquote className={styles.quote}>
            {t('home.testimonial.quote')} <em className={styles.highlight}>{t('home.testimonial.highlight')}</em>
          </blockquote>
          <div>
            <p className={statisticsStyles.figure}>{t('home.testimonial.figure', { figure: textOf(figure) })}</p>
            <Lead>{t('home.testimonial.result')}</Lead>
          </div>
          <figcaption className={styles.author}>
            <div>
              <p className={styles.name}>{isSample(customer) ? t('home.testimonial.name') : customer}</p>
              <p className={styles.role}>{t('home.testimonial.role')}</p>
            </div>
            {[customer, figure].some(isSample) && <Badge tone="sample">{t('home.testimonial.sample')}</Badge>}
          </figcaption>
        </figure>
      </div>
    </Section>
  );
}

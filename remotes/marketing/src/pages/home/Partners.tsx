import { Container, List } from '@site/shared';
import { type Fact, isSample } from '@site/shared/facts.ts';
import { SampleMark } from '@site/shared/ui/signs/SampleMark.tsx';
import { useTranslation } from 'react-i18next';
import { type Partner, partners } from '../../data/partners.ts';
import styles from './Partners.module.css';

const titleId = 'partners-title';

/** The company's partners. */
export function Partners() {
  const { t } = useTranslation('marketing');
  return (
    <section aria-labelledby={titleId}>
      <Container className={styles.partners}>
        <div>
          <h2 id={titleId} className={styles.title}>
            {t('home.partners.title')}
          </h2>
          <SampleMark of={partners} />
        </div>
        <List className={styles.list}>
          {partners.map((partner) => (
            <li key={JSON.stringify(partner)} className={styles.partner}>
              <PartnerSign partner={partner} />
            </li>
          ))}
        </List>
      </Container>
    </section>
  );
}

/** A partner as the list shows it: by logo or name. Exported for its test. */
export function PartnerSign({ partner }: { readonly partner: Fact | Partner }) {
  const { t } = useTranslation('marketing');
  if (typeof partner === 'string') return partner;
  if (!isSample(partner)) {
    return <img src={partner.logo} alt={partner.name} height={32} loading="lazy" className={styles.logo} />;
  }
  return (
    <>
      <PartnerMark letter={partner.sample} />
      {t('home.partners.name', { letter: partner.sample })}
    </>
  );
}

/** Strokes of 3.2: shapes that are as small as that are solid. */
const marks: Readonly<Record<string, string>> = {
  A: 'M4 28 16 4l12 24zM14.4 21a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0',
  B: 'M4 16a12 12 0 0 1 24 0M9 22a7 7 0 0 1 14 0',
  C: 'M8 8h3v3H8zM21 21h3v3h-3zM18 5h9v9h-9zM5 18h9v9H5z',
  D: 'M3 16a8 8 0 1 1 16 0 8 8 0 1 1-16 0m10 0a8 8 0 1 1 16 0 8 8 0 1 1-16 0',
  E: 'M16 3v26M3 16h26M7 7l18 18M25 7 7 25',
  F: 'M4 24c6-16 10-16 12-8s6 8 12-8',
};

/** A sample partner's mark, inline so that it has the colour of the text. */
function PartnerMark({ letter }: { readonly letter: string }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width="32"
      height="32"
      fill="none"
      stroke="currentColor"
      strokeWidth="3.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={marks[letter]} />
    </svg>
  );
}

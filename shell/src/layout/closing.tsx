import { Horizon } from '@site/company/parts.ts';
import { ButtonLink, Container, Heading, Lead } from '@site/shared';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import bandStyles from './ClosingBand.module.css';
import stripStyles from './EveningStrip.module.css';

/** The end of most pages: golden hour, and an invitation to write. */
export const ClosingBand = memo(() => {
  const { t } = useTranslation('shell');
  return (
    <section className={bandStyles.band} aria-labelledby="closing">
      <Container className={bandStyles.invitation}>
        <div>
          <Heading level={2} id="closing">
            {t('closing.title')}
          </Heading>
          <Lead className={bandStyles.lead}>{t('closing.lead')}</Lead>
        </div>
        <div className={bandStyles.button}>
          <ButtonLink page="contact" wide>
            {t('closing.write')}
          </ButtonLink>
        </div>
      </Container>
      {Horizon && <Horizon />}
    </section>
  );
});

/** The plain end of a page: dusk. */
export const EveningStrip = memo(() => {
  return <div className={stripStyles.strip}>{Horizon && <Horizon />}</div>;
});

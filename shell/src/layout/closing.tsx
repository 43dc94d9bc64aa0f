import { ButtonLink, Container, Heading, Lead } from '@site/shared';
import { showLitWindow } from '@site/shared/litWindow.ts';
import { memo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import bandStyles from './ClosingBand.module.css';
import stripStyles from './EveningStrip.module.css';
import roofStyles from './Roofline.module.css';

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
      <Roofline />
    </section>
  );
});

/** The plain end of a page: dusk over the roofs of the footer. */
export const EveningStrip = memo(() => {
  return (
    <div className={stripStyles.strip}>
      <Roofline />
    </div>
  );
});

/** The top of the footer: the street's roofs in one colour, with lit windows and the festoon. */
function Roofline() {
  useEffect(showLitWindow, []);
  return (
    <div className={roofStyles.roofline} aria-hidden="true">
      <div className={roofStyles.roofs} />
      <div className={roofStyles.windows} />
      <div className={roofStyles.thanks} />
      <div className={roofStyles.festoon}>
        <div className={roofStyles.bulbs} />
      </div>
    </div>
  );
}

import { ButtonLink, Container, Heading, Lead } from '@site/shared';
import { useTranslation } from 'react-i18next';
import bandStyles from './ClosingBand.module.css';
import stripStyles from './EveningStrip.module.css';
import roofStyles from './Roofline.module.css';

/** The end of most pages: golden hour, and an invitation to write. */
export function ClosingBand() {
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
}

/** The plain end of a page: dusk over the roofs of the footer. */
export function EveningStrip() {
  return (
    <div className={stripStyles.strip}>
      <Roofline />
    </div>
  );
}

/** The top of the footer: the street's roofs in one colour, with lit windows and the festoon. */
function Roofline() {
  return (
    <svg
      className={roofStyles.roofline}
      viewBox="0 40 1440 200"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      <path className={roofStyles.roofs} d={roofs} />
      <path className={roofStyles.windows} d={windows} />
      <path className={roofStyles.wire} d={wire} />
      <path className={roofStyles.bulbs} d={bulbs} />
    </svg>
  );
}

const roofs =
  'M0 250V180L26 152 98 222v28h36V140h12V78h34v62h194V66h36v74h16v110h14v-44h20v-26h20v-26h20v-26h20v-26h20V76h40v26h20v26h20v26h20v26h20v26h20v44h36V139C744 138 750 109 778 108C808 106 814 62 866 60C918 62 924 106 954 108C982 109 988 138 1016 139V250h112v-18l62-44v44l62-44v44l62-44v62h48v-56l44-52h40v108z';

const windows =
  'M12 232v-22a14 14 0 0 1 28 0v22zM549 144v-30a11 11 0 0 1 22 0v30zM490 210v-35a15 15 0 0 1 30 0v35zM600 210v-35a15 15 0 0 1 30 0v35zM742 216v-40a16 16 0 0 1 32 0v40zM906 216v-40a16 16 0 0 1 32 0v40zM846 136v-24a20 20 0 0 1 40 0v24zM1398 192v-20a12 12 0 0 1 24 0v20zM196 168h28v48h-28zM298 168h28v48h-28zM386 168h28v48h-28z';

const wire =
  'M26 156Q90 230 146 112M180 112Q270 160 374 96M410 96Q480 146 540 92M580 86Q723 110 866 60M1016 138Q1060 236 1128 232M1190 190Q1216 208 1252 190M1314 190Q1350 210 1390 160';

const bulbs =
  'M26 158Q90 234 140 122M186 118Q270 166 368 102M416 102Q480 152 534 98M586 90Q723 114 806 80M1021 150Q1060 240 1122 232M1196 192Q1216 208 1240 197M1320 196Q1350 214 1376 178';

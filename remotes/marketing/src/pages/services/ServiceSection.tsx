import { ArrowLink, ButtonLink, Heading, IconTile, List, Section, SectionHead, siteHas } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { NumberedLabel, TitleColumns } from '../../components/TitleColumns.tsx';
import { type ServiceId, serviceItems } from '../../data/services.ts';
import itemStyles from './ServiceItems.module.css';
import styles from './ServiceSection.module.css';

interface ServiceSectionProps {
  readonly id: ServiceId;
  readonly number: number;
  readonly tone: 'plain' | 'band';
}

/** A service in detail. */
export function ServiceSection({ id, number, tone }: ServiceSectionProps) {
  const { t } = useTranslation('marketing');
  const titleId = `${id}-title`;
  const title = (
    <>
      <NumberedLabel number={number}>{t(`services.${id}.name`)}</NumberedLabel>
      <SectionHead id={titleId} title={t(`services.${id}.title`)} lead={t(`services.${id}.lead`)} spaced={false} />
    </>
  );
  return (
    <Section id={id} tone={tone} labelledBy={titleId}>
      <TitleColumns share="four" title={title}>
        <ServiceItems id={id} />
        {!hasInvitation(id) && siteHas('messages') && (
          <ButtonLink page="contact" className={styles.start}>
            {t('services.write')}
          </ButtonLink>
        )}
      </TitleColumns>
    </Section>
  );
}

/** Whether the parts of a service leave a cell free, for an invitation to write. */
const hasInvitation = (id: ServiceId): id is 'hosting' | 'email' => serviceItems[id].length % 2 === 1;

/** The parts of a service, and an invitation to write if there is room for it, and a form. */
function ServiceItems({ id }: { readonly id: ServiceId }) {
  const { t } = useTranslation('marketing');
  return (
    <List className={itemStyles.items}>
      {serviceItems[id].map(({ texts, icon }) => (
        <li key={texts} className={itemStyles.item}>
          <div className={itemStyles.title}>
            <IconTile icon={icon} />
            <Heading level={3}>{t(`services.${texts}.title`)}</Heading>
          </div>
          <p className={itemStyles.text}>{t(`services.${texts}.text`)}</p>
        </li>
      ))}
      {hasInvitation(id) && siteHas('messages') && (
        <li className={itemStyles.invitation}>
          <Heading level={3}>{t(`services.${id}.invitation`)}</Heading>
          <ArrowLink page="contact">{t('services.write')}</ArrowLink>
        </li>
      )}
    </List>
  );
}

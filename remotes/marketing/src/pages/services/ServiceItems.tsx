import { ArrowLink, Heading, IconTile, List } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { type ServiceId, serviceItems } from '../../data/services.ts';
import styles from './ServiceItems.module.css';

/** What a service is made of. All but one have an odd number of items: the cell left free invites to write. */
export function ServiceItems({ id }: { readonly id: ServiceId }) {
  const { t } = useTranslation('marketing');
  return (
    <List className={styles.items}>
      {serviceItems[id].map(({ texts, icon: Icon }) => (
        <li key={texts} className={styles.item}>
          <div className={styles.title}>
            <IconTile>
              <Icon size={24} strokeWidth={1.75} aria-hidden />
            </IconTile>
            <Heading level={3}>{t(`services.${texts}.title`)}</Heading>
          </div>
          <p className={styles.text}>{t(`services.${texts}.text`)}</p>
        </li>
      ))}
      {id !== 'web' && (
        <li className={styles.invitation}>
          <Heading level={3}>{t(`services.${id}.invitation`)}</Heading>
          <ArrowLink page="contact">{t('services.write')}</ArrowLink>
        </li>
      )}
    </List>
  );
}

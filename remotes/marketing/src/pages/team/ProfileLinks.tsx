import { List, PageLink, SocialMark, VisuallyHidden } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { type Person, socialNetworks } from '../../data/people.ts';
import styles from './ProfileLinks.module.css';

/** A person's pages on the social networks, as icon buttons. */
export function ProfileLinks({ name, profiles }: Pick<Person, 'name' | 'profiles'>) {
  const { t } = useTranslation('marketing');
  return (
    <List className={styles.links}>
      {socialNetworks.map((network) => (
        <li key={network}>
          <PageLink href={profiles[network]} newTab className={styles.link}>
            <SocialMark network={network} />
            <VisuallyHidden>{t('team.profile', { name, network: t(`team.networks.${network}`) })}</VisuallyHidden>
          </PageLink>
        </li>
      ))}
    </List>
  );
}

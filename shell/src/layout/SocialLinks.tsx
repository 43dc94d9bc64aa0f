import { brand, List, PageLink, SocialMark, VisuallyHidden } from '@site/shared';
import { useTranslation } from 'react-i18next';
import columnStyles from './FooterColumn.module.css';
import styles from './SocialLinks.module.css';

const networks = ['linkedin', 'github'] as const;

/** The column of the footer that leads to the company on other sites, each in a new tab. */
export function SocialLinks() {
  const { t } = useTranslation('shell');
  return (
    <div>
      <h2 className={columnStyles.title}>{t('footer.social.title')}</h2>
      <List className={styles.networks}>
        {networks.map((network) => (
          <li key={network}>
            <PageLink href={brand.social[network]} newTab className={styles.network}>
              <SocialMark network={network} />
              <VisuallyHidden>{t(`footer.social.${network}`)}</VisuallyHidden>
            </PageLink>
          </li>
        ))}
      </List>
    </div>
  );
}

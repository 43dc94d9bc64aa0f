import { List, PageLink } from '@site/shared';
import { useTranslation } from 'react-i18next';
import styles from './Contents.module.css';
import { sections } from './sections.ts';
import { useSectionInView } from './useSectionInView.ts';

/** The table of contents of the policy. It marks the section being read. */
export function Contents() {
  const { t } = useTranslation('marketing');
  const current = useSectionInView(sections);
  return (
    <nav className={styles.contents} aria-label={t('privacy.contents')}>
      <List as="ol" className={styles.list}>
        {sections.map((id, index) => (
          <li key={id}>
            <PageLink href={`#${id}`} className={styles.link} aria-current={id === current ? 'location' : undefined}>
              <span>{index + 1}.</span> {t(`privacy.${id}.title`)}
            </PageLink>
          </li>
        ))}
      </List>
    </nav>
  );
}

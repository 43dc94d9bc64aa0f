import { List, PageLink } from '@site/shared';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Contents.module.css';

/** The table of contents. It marks the section that the visitor is reading. */
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

/** The id of the section in the upper part of the window; the first one until the visitor scrolls. */
function useSectionInView<Id extends string>(ids: readonly [Id, ...Id[]]): Id {
  const [current, setCurrent] = useState(ids[0]);

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const reached = ids.find((id) => entries.some((entry) => entry.isIntersecting && entry.target.id === id));
        if (reached) setCurrent(reached);
      },
      // A line at a quarter of the height: a section is current while it crosses it.
      { rootMargin: '-25% 0px -75% 0px' },
    );
    for (const id of ids) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [ids]);

  return current;
}

/** The sections of the policy, in order. The ids are keys of the catalogue and anchors on the page. */
export const sections = [
  'introduction',
  'data',
  'purpose',
  'retention',
  'recipients',
  'cookies',
  'rights',
  'contact',
] as const;

/** Names a section of the policy. */
export type SectionId = (typeof sections)[number];

import { Heading, Illustration } from '@site/shared';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../data/people.ts';
import founderPortrait from '../../illustrations/portrait-1-founder-cto.svg';
import dataManagerPortrait from '../../illustrations/portrait-2-data-analytics-manager.svg';
import seoManagerPortrait from '../../illustrations/portrait-3-seo-manager.svg';
import webDeveloperPortrait from '../../illustrations/portrait-4-web-developer.svg';
import styles from './Member.module.css';
import { ProfileLinks } from './ProfileLinks.tsx';

const portraits: Record<Person['role'], string> = {
  founder: founderPortrait,
  dataManager: dataManagerPortrait,
  seoManager: seoManagerPortrait,
  webDeveloper: webDeveloperPortrait,
};

/** A member of the team, at a window of the facade. */
export function Member({ role, name, profiles }: Person) {
  const { t } = useTranslation('marketing');
  return (
    <div className={styles.member}>
      <Illustration src={portraits[role]} width={260} height={316} eager className={styles.portrait} />
      <Heading level={2} look="h3" className={styles.name}>
        {name}
      </Heading>
      <p>{t(`team.roles.${role}`)}</p>
      <ProfileLinks name={name} profiles={profiles} />
    </div>
  );
}

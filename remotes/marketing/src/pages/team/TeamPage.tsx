import {
  Container,
  Heading,
  Illustration,
  Lead,
  List,
  PageHeader,
  PageLink,
  SocialMark,
  VisuallyHidden,
} from '@site/shared';
import { isSample, textOf } from '@site/shared/facts.ts';
import { SampleMark } from '@site/shared/ui/signs/SampleMark.tsx';
import { useTranslation } from 'react-i18next';
import { type Person, people, socialNetworks } from '../../data/people.ts';
import founderPortrait from '../../illustrations/portrait-1-founder-cto.svg';
import dataManagerPortrait from '../../illustrations/portrait-2-data-analytics-manager.svg';
import seoManagerPortrait from '../../illustrations/portrait-3-seo-manager.svg';
import webDeveloperPortrait from '../../illustrations/portrait-4-web-developer.svg';
import memberStyles from './Member.module.css';
import linkStyles from './ProfileLinks.module.css';
import styles from './TeamPage.module.css';

/** The team page. */
export function TeamPage() {
  const { t } = useTranslation('marketing');
  return (
    <>
      <PageHeader
        title={t('team.title')}
        ground={false}
        // Beside the heading, where other pages have their drawing.
        illustration={<Lead className={styles.lead}>{t('team.lead')}</Lead>}
      />
      <div className={styles.street}>
        <div className={styles.roof} />
        <div className={styles.house}>
          <div className={styles.wall}>
            <Container>
              <List className={styles.members}>
                {people.map((person) => (
                  <li key={person.role}>
                    <Member {...person} />
                  </li>
                ))}
              </List>
            </Container>
          </div>
        </div>
      </div>
    </>
  );
}

const portraits: Record<Person['role'], string> = {
  founder: founderPortrait,
  dataManager: dataManagerPortrait,
  seoManager: seoManagerPortrait,
  webDeveloper: webDeveloperPortrait,
};

/** A member of the team in their window. Exported for its test. */
export function Member({ role, name, photo, profiles }: Person) {
  const { t } = useTranslation('marketing');
  return (
    <div className={memberStyles.member}>
      <div className={memberStyles.window}>
        {photo === undefined || isSample(photo) ? (
          <Illustration src={portraits[role]} width={260} height={316} eager className={memberStyles.portrait} />
        ) : (
          <img src={photo} alt="" width={180} height={256} className={memberStyles.photo} />
        )}
      </div>
      <Heading level={2} look="h3" className={memberStyles.name}>
        {textOf(name)}
      </Heading>
      <p>{t(`team.roles.${role}`)}</p>
      <SampleMark of={[name, photo]} className={memberStyles.sample} />
      <ProfileLinks name={textOf(name)} profiles={profiles} />
    </div>
  );
}

/** Links to a person's profiles on social networks. */
function ProfileLinks({ name, profiles }: Pick<Person, 'profiles'> & { readonly name: string }) {
  const { t } = useTranslation('marketing');
  return (
    <List className={linkStyles.links}>
      {socialNetworks.map((network) => (
        <li key={network}>
          <PageLink href={profiles[network]} newTab className={linkStyles.link}>
            <SocialMark network={network} />
            <VisuallyHidden>{t('team.profile', { name, network: t(`team.networks.${network}`) })}</VisuallyHidden>
          </PageLink>
        </li>
      ))}
    </List>
  );
}

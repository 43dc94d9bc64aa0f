import {
  Accordion,
  ArrowLink,
  ButtonLink,
  brand,
  Heading,
  IconTile,
  List,
  PageHeader,
  Section,
  SectionHead,
} from '@site/shared';
import { useTranslation } from 'react-i18next';
import styles from '../../components/Items.module.css';

const ways = [
  { id: 'reading', icon: 'eye' },
  { id: 'pairs', icon: 'users' },
  { id: 'dates', icon: 'timer' },
] as const;

const questions = ['price', 'sworn', 'machines'] as const;

/** The home page. */
export function HomePage() {
  const { t } = useTranslation('home');
  return (
    <>
      <PageHeader title={t('home.title')} lead={t('home.lead')}>
        <p className={styles.actions}>
          <ButtonLink href={`mailto:${brand.email}`}>{t('home.write')}</ButtonLink>
          <ArrowLink page="services">{t('home.services')}</ArrowLink>
        </p>
      </PageHeader>
      <Section first labelledBy="ways">
        <SectionHead id="ways" title={t('home.ways.title')} lead={t('home.ways.lead')} />
        <List className={styles.items}>
          {ways.map(({ id, icon }) => (
            <li key={id} className={styles.item}>
              <IconTile icon={icon} />
              <Heading level={3}>{t(`home.ways.${id}.title`)}</Heading>
              <p>{t(`home.ways.${id}.text`)}</p>
            </li>
          ))}
        </List>
      </Section>
      <Section tone="band" labelledBy="questions">
        <SectionHead id="questions" title={t('home.questions.title')} />
        <Accordion
          items={questions.map((id) => ({
            id,
            question: t(`home.questions.${id}.question`),
            answer: t(`home.questions.${id}.answer`),
          }))}
        />
      </Section>
    </>
  );
}

import { Accordion, Section, SectionHead } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { TitleColumns } from '../../components/TitleColumns.tsx';

const titleId = 'questions-title';

/** Frequent questions; the first answer is open. */
export function Questions() {
  const { t } = useTranslation('marketing');
  const title = (
    <SectionHead id={titleId} title={t('home.questions.title')} lead={t('home.questions.lead')} spaced={false} />
  );
  const items = questionIds.map((id) => ({
    id,
    question: t(`home.questions.${id}.question`),
    answer: t(`home.questions.${id}.answer`),
  }));
  return (
    <Section labelledBy={titleId}>
      <TitleColumns share="five" title={title}>
        <Accordion items={items} />
      </TitleColumns>
    </Section>
  );
}

/** The frequent questions, in the order in which they are shown. Their texts are in the catalogues, by id. */
export const questionIds = ['multilingual', 'tailored', 'deliverability', 'programming'] as const;

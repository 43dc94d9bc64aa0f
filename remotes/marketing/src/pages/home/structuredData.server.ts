import type { DescribeStructuredData } from '@site/shared';
import { questionIds } from './Questions.tsx';

/** The questions and their answers. */
const structuredData: DescribeStructuredData = (_data, translate) => ({
  type: 'FAQPage',
  mainEntity: questionIds.map((id) => ({
    '@type': 'Question',
    name: translate(`home.questions.${id}.question`),
    acceptedAnswer: { '@type': 'Answer', text: translate(`home.questions.${id}.answer`) },
  })),
});

export default structuredData;

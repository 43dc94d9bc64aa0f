import { Heading, type PageName } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { LinkedText } from '../../components/LinkedText/LinkedText.tsx';
import styles from './PolicySection.module.css';
import type { SectionId } from './sections.ts';

interface PolicySectionProps {
  readonly id: SectionId;
  readonly number: number;
  /** Where the link in its text leads, when there is one. */
  readonly linkedPage: PageName | undefined;
}

/** A numbered section of the policy. */
export function PolicySection({ id, number, linkedPage }: PolicySectionProps) {
  const { t } = useTranslation('marketing');
  const text = t(`privacy.${id}.text`);
  return (
    <div id={id}>
      <Heading level={2} look="h3" className={styles.title}>
        <span className={styles.number}>{number}.</span> {t(`privacy.${id}.title`)}
      </Heading>
      <p className={styles.text}>{linkedPage ? <LinkedText text={text} page={linkedPage} /> : text}</p>
    </div>
  );
}

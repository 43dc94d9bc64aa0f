import { ButtonLink, Container, Heading, Lead } from '@site/shared';
import { House } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ViewRequest } from '../view/view.ts';
import styles from './NotFound.module.css';
import { Oculus } from './Oculus.tsx';
import { Suggestion } from './Suggestion.tsx';

interface NotFoundProps {
  /** What was asked for. */
  readonly request: ViewRequest;
}

/** The page of every address that has none. */
export function NotFound({ request }: NotFoundProps) {
  const { t } = useTranslation('shell');
  const code = t('notFound.code');
  const [beforeZero, afterZero] = code.split('0');
  return (
    <Container className={styles.page}>
      <p className={styles.code} role="img" aria-label={code}>
        <span>{beforeZero}</span>
        <Oculus className={styles.zero} />
        <span>{afterZero}</span>
      </p>
      <Heading level={1} className={styles.title}>
        {t('notFound.title')}
      </Heading>
      <Lead className={styles.subtitle}>{t('notFound.subtitle')}</Lead>
      <Suggestion request={request} />
      <ButtonLink href="/" className={styles.home} icon={<House />}>
        {t('notFound.home')}
      </ButtonLink>
    </Container>
  );
}

import { type Article, ButtonLink, type PageProps, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../../api/outcomeOf.ts';
import { RedirectArticle } from './RedirectArticle.tsx';
import styles from './RedirectPage.module.css';
import { RedirectTitle } from './RedirectTitle.tsx';
import { stayQuery } from './stayQuery.ts';

/** What the redirect page shows. */
export type RedirectPageData = Outcome<Article>;

/** The way from the blog to an article elsewhere. Without an answer of the API it leads back to the blog. */
export function RedirectPage({ data, params, query }: PageProps<RedirectPageData>) {
  const { t } = useTranslation('blog');
  return (
    <Section className={styles.page}>
      {data.body ? (
        <RedirectArticle key={params.slug} article={data.body} stays={query.has(stayQuery)} />
      ) : (
        <>
          <RedirectTitle>{t('redirect.fallbackTitle')}</RedirectTitle>
          <ButtonLink page="blog" variant="secondary">
            {t('redirect.back')}
          </ButtonLink>
        </>
      )}
    </Section>
  );
}

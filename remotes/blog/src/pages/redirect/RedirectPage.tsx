import {
  type Article,
  Button,
  ButtonLink,
  Fragment,
  Heading,
  Lead,
  type PageProps,
  Section,
  youtubeType,
} from '@site/shared';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ArticleVideo, SourceBadge, videoOf } from '../../article.tsx';
import type { Outcome } from '../../outcome.ts';
import articleStyles from './RedirectArticle.module.css';
import { RedirectNotice, stayQuery } from './RedirectNotice.tsx';
import styles from './RedirectPage.module.css';
import titleStyles from './RedirectTitle.module.css';
import { useRedirect } from './useRedirect.ts';

export type RedirectPageData = Outcome<Article>;

/** Redirects from the blog to an article on another site. When the API fails, it says so and links back to the blog. */
export function RedirectPage({ data, params, query }: PageProps<RedirectPageData>) {
  const { t } = useTranslation('blog');
  return (
    <Section className={styles.page}>
      {data.body ? (
        <>
          <RedirectArticle key={params.slug} article={data.body} stays={query.has(stayQuery)} />
          <Fragment name="latest-article" props={{ except: params.slug ?? '' }} />
        </>
      ) : (
        <>
          <RedirectTitle>{t('redirect.fallbackTitle')}</RedirectTitle>
          <Lead className={styles.failure}>{t('redirect.unavailable')}</Lead>
          <ButtonLink page="blog" variant="secondary">
            {t('redirect.back')}
          </ButtonLink>
        </>
      )}
    </Section>
  );
}

interface RedirectArticleProps {
  readonly article: Article;
  /** Whether the visitor has already asked to stay. */
  readonly stays: boolean;
}

/** The article, and the notice that redirects the visitor. */
function RedirectArticle({ article, stays }: RedirectArticleProps) {
  const { t } = useTranslation('blog');
  const { title, type, language } = article;
  const link = safeLink(article.link);
  const video = videoOf(article);
  const isVideo = type === youtubeType;
  const redirect = useRedirect(link, stays);
  const notice = useRef<HTMLElement>(null);
  const stay = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    redirect.stop();
    // The button disappears: without this, the keyboard would start again at the top of the page.
    notice.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className={articleStyles.top}>
        <SourceBadge type={type}>{t(isVideo ? 'redirect.youtube' : 'redirect.article')}</SourceBadge>
        {link && !redirect.stopped && redirect.left > 0 && (
          // The first control, in the first window at any zoom. Without scripts it loads the same page without the redirect.
          <form onSubmit={stay} className={articleStyles.stay}>
            <span className={articleStyles.escape}>{t('redirect.orEscape')}</span>
            <Button type="submit" name={stayQuery} variant="secondary">
              {t('redirect.stay')}
            </Button>
          </form>
        )}
      </div>
      <RedirectTitle lang={language}>{title}</RedirectTitle>
      <div className={articleStyles.columns}>
        {link ? (
          <RedirectNotice
            ref={notice}
            link={link}
            language={language}
            kind={isVideo ? 'video' : 'article'}
            redirect={redirect}
          />
        ) : (
          <HomeRedirect />
        )}
        {video && <ArticleVideo src={video} title={title} />}
      </div>
    </>
  );
}

/** The page's title, smaller than on other pages because titles of articles are long. */
function RedirectTitle({ lang, children }: { readonly lang?: string | undefined; readonly children: string }) {
  return (
    <Heading level={1} lang={lang} dir="auto" className={titleStyles.title}>
      {children}
    </Heading>
  );
}

/** Redirects to the home page at once, when the article has no address. The link is for when that doesn't happen. */
function HomeRedirect() {
  const { t } = useTranslation('blog');
  const navigate = useNavigate();
  useEffect(() => {
    void navigate('/', { replace: true });
  }, [navigate]);
  return (
    <div>
      <ButtonLink page="blog" variant="secondary">
        {t('redirect.back')}
      </ButtonLink>
    </div>
  );
}

const safeProtocols: readonly string[] = ['http:', 'https:'];

/**
 * The link, when it is an absolute http(s) address; else null. The API client has checked it already, but the redirect happens
 * here.
 */
export function safeLink(link: string | null): string | null {
  if (!link || !URL.canParse(link)) return null;
  return safeProtocols.includes(new URL(link).protocol) ? link : null;
}

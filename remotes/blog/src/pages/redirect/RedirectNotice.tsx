import { ButtonLink, CountdownRing, Heading, limits, TextLink, VisuallyHidden } from '@site/shared';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './RedirectNotice.module.css';
import type { Redirect } from './useRedirect.ts';

const total = limits.redirectDelay / 1000;

interface RedirectNoticeProps {
  readonly link: string;
  /** The article's language, where it isn't the page's. */
  readonly language: string | undefined;
  /** What the link leads to. */
  readonly kind: 'article' | 'video';
  readonly redirect: Redirect;
  readonly ref: RefObject<HTMLElement | null>;
}

/** Says where the visitor is about to go. */
export function RedirectNotice({ link, language, kind, redirect, ref }: RedirectNoticeProps) {
  const { t } = useTranslation('blog');
  const { left, stopped, leave } = redirect;
  return (
    <section ref={ref} className={styles.notice} aria-labelledby="redirect-notice" tabIndex={-1}>
      {!stopped && <CountdownRing total={total} left={left} label={t('redirect.countdown')} />}
      <div>
        <Heading level={2} id="redirect-notice" className={styles.title}>
          {stopped ? t('redirect.stayed') : t(left > 0 ? 'redirect.opensIn' : 'redirect.open', { count: left })}
        </Heading>
        <CountdownAnnouncement total={total} left={left} stopped={stopped} />
        <p className={styles.explanation}>
          {t(stopped ? `redirect.stayedExplanation.${kind}` : `redirect.explanation.${kind}`)}
        </p>
        <p className={styles.link}>
          <TextLink href={link} hrefLang={language} className={styles.address} onClick={leave}>
            {link}
          </TextLink>
        </p>
        <div className={styles.buttons}>
          <ButtonLink href={link} hrefLang={language} onClick={leave}>
            {t(`redirect.goNow.${kind}`)}
          </ButtonLink>
          <ButtonLink page="blog" variant="secondary">
            {t('redirect.back')}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

const lastSeconds = 3;

interface CountdownAnnouncementProps {
  readonly total: number;
  readonly left: number;
  readonly stopped: boolean;
}

/** Announces the time left at the start, with how to stay, and in the last seconds: every second would talk over the page. */
function CountdownAnnouncement({ total, left, stopped }: CountdownAnnouncementProps) {
  const { t } = useTranslation('blog');
  // Screen readers read changes only, so the first announcement comes with the first tick.
  const isAnnounced = left === total - 1 || left <= lastSeconds;
  return (
    <VisuallyHidden>
      <span role="status">
        {!stopped && isAnnounced && left > 0 && t('redirect.opensIn', { count: left })}
        {!stopped && left === total - 1 && ` ${t('redirect.howToStay')}`}
      </span>
    </VisuallyHidden>
  );
}

/** Query parameter that turns the redirect off, for visitors without JavaScript. */
export const stayQuery = 'stay';

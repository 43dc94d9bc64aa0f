import { ButtonLink, CountdownRing, Heading, limits, TextLink, VisuallyHidden } from '@site/shared';
import { type SubmitEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './RedirectNotice.module.css';
import { useCountdown } from './useCountdown.ts';

const total = limits.redirectDelay / 1000;

interface RedirectNoticeProps {
  readonly link: string;
  /** The article's language, where it isn't the page's. */
  readonly language: string | undefined;
  /** Whether the visitor has already asked to stay. */
  readonly stays: boolean;
}

/** Says where the visitor is about to go, and redirects when the time is over. */
export function RedirectNotice({ link, language, stays }: RedirectNoticeProps) {
  const { t } = useTranslation('blog');
  const notice = useRef<HTMLElement>(null);
  const { left, stopped, stop } = useCountdown({
    duration: limits.redirectDelay,
    startsStopped: stays,
    onEnd: () => window.location.assign(link),
  });
  const stay = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    stop();
    // The button disappears: without this, the keyboard would start again at the top of the page.
    notice.current?.focus({ preventScroll: true });
  };
  return (
    <section ref={notice} className={styles.notice} aria-labelledby="redirect-notice" tabIndex={-1}>
      {!stopped && <CountdownRing total={total} left={left} label={t('redirect.countdown')} />}
      <Heading level={2} id="redirect-notice" className={styles.title}>
        {stopped ? t('redirect.stayed') : t(left > 0 ? 'redirect.opensIn' : 'redirect.open', { count: left })}
      </Heading>
      <CountdownAnnouncement total={total} left={left} stopped={stopped} />
      <p className={styles.explanation}>{t(stopped ? 'redirect.stayedExplanation' : 'redirect.explanation')}</p>
      <p className={styles.link}>
        <TextLink href={link} hrefLang={language} className={styles.address}>
          {link}
        </TextLink>
      </p>
      <div className={styles.buttons}>
        <ButtonLink href={link} hrefLang={language}>
          {t('redirect.goNow')}
        </ButtonLink>
        <ButtonLink page="blog" variant="secondary">
          {t('redirect.back')}
        </ButtonLink>
        {!stopped && left > 0 && (
          // Without scripts it loads the same page without the redirect.
          <form onSubmit={stay}>
            <button type="submit" name={stayQuery} className={styles.stay}>
              {t('redirect.stay')}
            </button>
          </form>
        )}
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

/** Announces the time left at the start and in the last seconds: every second would talk over the page. */
function CountdownAnnouncement({ total, left, stopped }: CountdownAnnouncementProps) {
  const { t } = useTranslation('blog');
  // Screen readers read changes only, so the first announcement comes with the first tick.
  const isAnnounced = left === total - 1 || left <= lastSeconds;
  return (
    <VisuallyHidden>
      <span role="status">{!stopped && isAnnounced && left > 0 && t('redirect.opensIn', { count: left })}</span>
    </VisuallyHidden>
  );
}

/** Query parameter that turns the redirect off, for visitors without JavaScript. */
export const stayQuery = 'stay';

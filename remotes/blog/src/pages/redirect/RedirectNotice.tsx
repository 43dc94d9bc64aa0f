import { ButtonLink, CountdownRing, Heading, limits, TextLink } from '@site/shared';
import { type SubmitEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CountdownAnnouncement } from './CountdownAnnouncement.tsx';
import styles from './RedirectNotice.module.css';
import { stayQuery } from './stayQuery.ts';
import { useCountdown } from './useCountdown.ts';

const total = limits.redirectDelay / 1000;

interface RedirectNoticeProps {
  readonly link: string;
  /** Whether the visitor has already asked to stay. */
  readonly stays: boolean;
}

/** Says where the visitor is about to be taken, and takes them there when the time is over. */
export function RedirectNotice({ link, stays }: RedirectNoticeProps) {
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
    // The pressed button goes away: without this the keyboard would start again at the top of the page.
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
        <TextLink href={link} className={styles.address}>
          {link}
        </TextLink>
      </p>
      <div className={styles.buttons}>
        <ButtonLink href={link}>{t('redirect.goNow')}</ButtonLink>
        <ButtonLink page="blog" variant="secondary">
          {t('redirect.back')}
        </ButtonLink>
        {!stopped && left > 0 && (
          // Without scripts it leads to the same page, which then leads nowhere.
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

import { ButtonLink, CountdownRing, Heading, limits, TextLink } from '@site/shared';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CountdownAnnouncement } from './CountdownAnnouncement.tsx';
import styles from './RedirectNotice.module.css';
import { useCountdown } from './useCountdown.ts';

const total = limits.redirectDelay / 1000;

/** Says where the visitor is about to be taken, and takes them there when the time is over. */
export function RedirectNotice({ link }: { readonly link: string }) {
  const { t } = useTranslation('blog');
  const notice = useRef<HTMLElement>(null);
  const { left, stopped, stop } = useCountdown(limits.redirectDelay, () => window.location.assign(link));
  const stay = () => {
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
          <button type="button" className={styles.stay} onClick={stay}>
            {t('redirect.stay')}
          </button>
        )}
      </div>
    </section>
  );
}

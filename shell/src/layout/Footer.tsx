import { Footer as OwnFooter } from '@site/company/parts.ts';
import { brand, Container, List, Logo, PageLink, SocialMark, VisuallyHidden } from '@site/shared';
import type { FooterProps, SiteLink } from '@site/shared/contract/siteParts.ts';
import { ArrowUpRight } from 'lucide-react';
import { memo, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import styles from './Footer.module.css';
import columnStyles from './FooterColumn.module.css';
import socialStyles from './SocialLinks.module.css';
import { useFooterLinks } from './siteLinks.ts';

/** The footer of every page: links, social networks and copyright. A site may have one of its own. */
export const Footer = memo(({ language }: Pick<FooterProps, 'language'>) => {
  const links = useFooterLinks();
  return OwnFooter ? <OwnFooter language={language} {...links} /> : <ShellFooter language={language} {...links} />;
});

function ShellFooter({ legal, company }: FooterProps) {
  const { t } = useTranslation('shell');
  return (
    <footer className={styles.footer}>
      <Container>
        <div className={styles.columns}>
          <div className={styles.about}>
            <Logo />
            <p>{t('footer.about')}</p>
          </div>
          <FooterColumn title={t('footer.legal.title')} links={legal} />
          <FooterColumn title={t('footer.company.title')} links={company} />
          <SocialLinks />
        </div>
        <p className={styles.rights}>
          {t('footer.rights')} <AnswerTime />
        </p>
      </Container>
    </footer>
  );
}

/** Slower answers aren't worth a word. In milliseconds. */
const quickAnswer = 150;

/** How long the visitor waited for the document's first byte. Its room is reserved; nothing is stored or sent. */
function AnswerTime() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const [answer, setAnswer] = useState({ path: pathname, ms: 0 });
  // Scripts run after the first paint.
  useEffect(() => {
    const [timing] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    if (timing) setAnswer(({ path }) => ({ path, ms: Math.round(timing.responseStart - timing.requestStart) }));
  }, []);
  // A page that was shown in place has no such time.
  const isKnown = answer.ms > 0 && answer.ms <= quickAnswer && answer.path === pathname;
  return <span className={styles.answer}>{isKnown && t('footer.answered', { ms: answer.ms })}</span>;
}

interface FooterColumnProps {
  readonly title: string;
  readonly links: readonly SiteLink[];
}

/** A titled list of links. Those that open a new tab have an arrow. */
export function FooterColumn({ title, links }: FooterColumnProps) {
  if (links.length === 0) return null;
  return (
    <div>
      <h2 className={columnStyles.title}>{title}</h2>
      <List>
        {links.map(({ text, target }) => (
          <li key={text}>
            <PageLink {...target} className={columnStyles.link}>
              <span className={columnStyles.text}>{text}</span>
              {target.newTab && <ArrowUpRight aria-hidden="true" size={16} strokeWidth={2} />}
            </PageLink>
          </li>
        ))}
      </List>
    </div>
  );
}

const networks = Object.keys(brand.social) as (keyof typeof brand.social)[];

/** The footer's column of links to the company on social networks. */
export function SocialLinks() {
  const { t } = useTranslation('shell');
  if (networks.length === 0) return null;
  return (
    <div>
      <h2 className={columnStyles.title}>{t('footer.social.title')}</h2>
      <List className={socialStyles.networks}>
        {networks.map((network) => (
          <li key={network}>
            <PageLink href={brand.social[network]} newTab className={socialStyles.network}>
              <SocialMark network={network} />
              <VisuallyHidden>{t(`footer.social.${network}`)}</VisuallyHidden>
            </PageLink>
          </li>
        ))}
      </List>
    </div>
  );
}

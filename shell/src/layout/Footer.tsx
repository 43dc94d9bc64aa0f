import { brand, Container, Logo } from '@site/shared';
import { useTranslation } from 'react-i18next';
import styles from './Footer.module.css';
import { FooterColumn } from './FooterColumn.tsx';
import { SocialLinks } from './SocialLinks.tsx';

/** The night at the end of every page: where else to go, where to follow the company, and who holds the rights. */
export function Footer() {
  const { t } = useTranslation('shell');
  return (
    <footer className={styles.footer}>
      <Container>
        <div className={styles.columns}>
          <div className={styles.about}>
            <Logo />
            <p>{t('footer.about')}</p>
          </div>
          <FooterColumn
            title={t('footer.legal.title')}
            links={[
              { text: t('footer.legal.privacy'), target: { page: 'privacy' } },
              { text: t('footer.legal.terms'), target: { page: 'legal' } },
            ]}
          />
          <FooterColumn
            title={t('footer.company.title')}
            links={[
              { text: t('footer.company.about'), target: { page: 'team' } },
              { text: t('footer.company.careers'), target: { href: brand.careersUrl, newTab: true } },
              { text: t('footer.company.contact'), target: { page: 'contact' } },
              { text: t('footer.company.blog'), target: { page: 'blog' } },
            ]}
          />
          <SocialLinks />
        </div>
        <p className={styles.rights}>{t('footer.rights')}</p>
      </Container>
    </footer>
  );
}

import { NotFoundZero } from '@site/company/parts.ts';
import { ButtonLink, Container, Heading, Lead, TextLink } from '@site/shared';
import { homePath, matchPath, pathIn } from '@site/shared/routes/path.ts';
import { suggestPage } from '@site/shared/routes/suggestPage.ts';
import { routeOf } from '@site/shared/routes/table.ts';
import { House } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Slot } from '../fragments/Slot.tsx';
import { useSiteRoutes } from '../layout/siteRoutes.ts';
import { routeMessages } from '../view/shellMessages.ts';
import { splitUrl, type ViewRequest } from '../view/view.ts';
import styles from './NotFound.module.css';

/** The digit that a company may draw. */
const zero = '0';

/** The 404 page. */
export function NotFound({ request }: { readonly request: ViewRequest }) {
  const { t } = useTranslation('shell');
  const routes = useSiteRoutes();
  const code = t('notFound.code');
  const [beforeZero, afterZero] = code.split(zero);
  return (
    <Container className={styles.page}>
      <p className={styles.code} role="img" aria-label={code}>
        <span>{beforeZero}</span>
        {NotFoundZero ? <NotFoundZero className={styles.zero} /> : <span>{zero}</span>}
        <span>{afterZero}</span>
      </p>
      <Heading level={1} className={styles.title}>
        {t('notFound.title')}
      </Heading>
      <Lead className={styles.subtitle}>{t('notFound.subtitle')}</Lead>
      <Suggestion request={request} />
      {matchPath(routes, homePath(request.language)) && (
        <ButtonLink href="/" className={styles.home} icon={<House />}>
          {t('notFound.home')}
        </ButtonLink>
      )}
      <Slot name="not-found" />
    </Container>
  );
}

/** A link to the page that the visitor may have meant, if there is one. */
function Suggestion({ request: { url, language } }: { readonly request: ViewRequest }) {
  const { t, i18n } = useTranslation('shell');
  const routes = useSiteRoutes();
  const page = suggestPage(routes, splitUrl(url).path, language);
  if (!page) return null;
  // A tab has the titles of other pages only if it started with the 404 page.
  const title =
    routes.titles?.[page] ||
    routeMessages(page, routeOf(routes, page), language, i18n)('title') ||
    pathIn(routes, page, language) ||
    '';
  const [before, after] = t('notFound.suggestion', { page: title }).split(title);
  return (
    <p className={styles.suggestion}>
      {before}
      <TextLink page={page}>{title}</TextLink>
      {after}
    </p>
  );
}

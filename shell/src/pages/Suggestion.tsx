import { TextLink } from '@site/shared';
import { pathOf } from '@site/shared/routes/path.ts';
import { suggestPage } from '@site/shared/routes/suggestPage.ts';
import { useTranslation } from 'react-i18next';
import { routeTexts } from '../head/routeTexts.ts';
import { useIsThere } from '../layout/goneRemotes.ts';
import { splitUrl } from '../view/splitUrl.ts';
import type { ViewRequest } from '../view/view.ts';
import styles from './NotFound.module.css';

/** The page that the visitor may have meant, if there is one. */
export function Suggestion({ request: { url, language } }: { readonly request: ViewRequest }) {
  const { t, i18n } = useTranslation('shell');
  const isThere = useIsThere();
  const page = suggestPage(splitUrl(url).path, language);
  if (!page || !isThere(page)) return null;
  const title = routeTexts(page, language, i18n)('title') ?? pathOf(page, language);
  const [before, after] = t('notFound.suggestion', { page: title }).split(title);
  return (
    <p className={styles.suggestion}>
      {before}
      <TextLink page={page}>{title}</TextLink>
      {after}
    </p>
  );
}

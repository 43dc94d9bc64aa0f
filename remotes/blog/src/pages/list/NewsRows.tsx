import { Lead, List, type NewsItem } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { NewsRow } from './NewsRow.tsx';
import styles from './NewsRows.module.css';

/** The news, one row each, or a friendly word while there are none. */
export function NewsRows({ news }: { readonly news: readonly NewsItem[] }) {
  const { t } = useTranslation('blog');
  if (news.length === 0) return <Lead>{t('list.empty')}</Lead>;
  return (
    <List className={styles.list}>
      {news.map((item) => (
        <li key={item.uid} className={styles.item}>
          <NewsRow item={item} />
        </li>
      ))}
    </List>
  );
}

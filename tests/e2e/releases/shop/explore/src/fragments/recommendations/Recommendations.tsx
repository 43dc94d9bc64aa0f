import type { FragmentProps } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { KiteList } from '../../KiteList.tsx';
import type { Kite } from '../../kites.ts';

export function Recommendations({ data }: FragmentProps<readonly Kite[], { readonly skus: string }>) {
  const { t } = useTranslation('explore');
  return (
    <aside>
      <h2>{t('recommendations.title')}</h2>
      <KiteList kites={data} />
    </aside>
  );
}

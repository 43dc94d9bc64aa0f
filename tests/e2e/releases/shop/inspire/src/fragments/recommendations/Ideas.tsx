import type { FragmentProps } from '@site/shared';
import { useTranslation } from 'react-i18next';

export function Ideas({ props: { skus = '' } }: FragmentProps<undefined, { readonly skus: string }>) {
  const { t } = useTranslation('inspire');
  return <aside data-ideas={skus}>{t('ideas.title')}</aside>;
}

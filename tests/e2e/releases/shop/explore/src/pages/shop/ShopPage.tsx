import { PageHeader, PageLink, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { KiteList } from '../../KiteList.tsx';
import { kites } from '../../kites.ts';

export function ShopPage() {
  const { t } = useTranslation('explore');
  return (
    <>
      <PageHeader title={t('shop.title')} lead={t('shop.lead')} />
      <Section first>
        <PageLink page="range" params={{ range: 'fast' }}>
          {t('shop.fast')}
        </PageLink>{' '}
        <PageLink page="range" params={{ range: 'calm' }}>
          {t('shop.calm')}
        </PageLink>
        <KiteList kites={kites} />
      </Section>
    </>
  );
}

import { PageHeader, type PageProps, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { KiteList } from '../../KiteList.tsx';
import type { Kite } from '../../kites.ts';

export function RangePage({ data }: PageProps<readonly Kite[]>) {
  const { t } = useTranslation('explore');
  return (
    <>
      <PageHeader title={t('range.title')} lead={t('range.lead')} />
      <Section first>
        <KiteList kites={data} />
      </Section>
    </>
  );
}

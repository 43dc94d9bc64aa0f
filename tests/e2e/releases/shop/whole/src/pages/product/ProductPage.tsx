import { PageHeader, PageLink, type PageProps, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { AddToCart } from '../../checkout/fragments/add-to-cart/AddToCart.tsx';
import { MiniCart } from '../../checkout/fragments/mini-cart/MiniCart.tsx';
import { variants } from '../../decide/variants.ts';
import { Recommendations } from '../../explore/fragments/recommendations/Recommendations.tsx';
import type { Kite } from '../../explore/kites.ts';

/** As Decide's, with the components themselves where that has fragments. */
export function ProductPage({ language, params: { id = '' }, query, data }: PageProps<readonly Kite[]>) {
  const { t } = useTranslation('whole');
  const all = variants[id] ?? [];
  const [sku = '', colour] = all.find(([each]) => each === query.get('sku')) ?? all[0] ?? [];
  return (
    <>
      <MiniCart />
      <PageHeader title={t(`product.names.${id as 'dart'}`)} lead={t('product.lead')} />
      <Section first>
        <svg viewBox="0 0 48 64" width="240" height="320" aria-hidden="true" data-shown={sku}>
          <path d="M24 2 44 24 24 50 4 24Z" fill={colour} />
        </svg>
        <p>{t('product.colours')}</p>
        <ul>
          {all.map(([each]) => (
            <li key={each}>
              <PageLink page="product" params={{ id }} query={`sku=${each}`} data-variant={each}>
                {each}
              </PageLink>
            </li>
          ))}
        </ul>
        <AddToCart language={language} props={{ sku }} data={undefined} />
        <Recommendations language={language} props={{ skus: sku }} data={data} />
      </Section>
    </>
  );
}

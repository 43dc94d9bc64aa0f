import { Fragment, PageHeader, PageLink, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { useCart } from '../../cart.ts';

export function CartPage() {
  const { t } = useTranslation('checkout');
  const skus = [...new Set(useCart())];
  return (
    <>
      <PageHeader title={t('cart.title')} lead={t('cart.lead')} />
      <Section first>
        <ul>
          {skus.map((sku) => (
            <li key={sku} data-in-cart={sku}>
              {sku}
            </li>
          ))}
        </ul>
        <PageLink page="checkout">{t('cart.order')}</PageLink>
        <Fragment
          name="recommendations"
          props={{ skus: skus.join(',') }}
          fallback={<p data-fallback="recommendations">{t('cart.nothing')}</p>}
        />
      </Section>
    </>
  );
}

import { Fragment, PageHeader, PageLink, type PageProps, Section } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { variants } from '../../variants.ts';

/** A kite in one of its colours. Checkout sells it, and Explore knows what goes with it. */
export function ProductPage({ params: { id = '' }, query }: PageProps) {
  const { t } = useTranslation('decide');
  const all = variants[id] ?? [];
  const [sku = '', colour] = all.find(([each]) => each === query.get('sku')) ?? all[0] ?? [];
  return (
    <>
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
        <Fragment name="add-to-cart" props={{ sku }} fallback={<p data-fallback="cart">{t('product.noCart')}</p>} />
        <Fragment
          name="recommendations"
          props={{ skus: sku }}
          fallback={<p data-fallback="recommendations">{t('product.nothing')}</p>}
        />
      </Section>
    </>
  );
}

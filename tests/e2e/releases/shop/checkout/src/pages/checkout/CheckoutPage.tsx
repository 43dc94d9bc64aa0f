import { Fragment, PageHeader, Section, useSiteEvent } from '@site/shared';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The order: which store it is brought to is asked by Explore, who knows the stores. */
export function CheckoutPage() {
  const { t } = useTranslation('checkout');
  const [store, setStore] = useState('');
  useSiteEvent('explore:store-chosen', (chosen) => setStore(chosen.store));
  return (
    <>
      <PageHeader title={t('order.title')} lead={t('order.lead')} />
      <Section first>
        <Fragment name="store-picker" fallback={<p data-fallback="store-picker">{t('order.anyStore')}</p>} />
        <label>
          {t('order.store')} <input id="store" readOnly value={store} />
        </label>
      </Section>
    </>
  );
}

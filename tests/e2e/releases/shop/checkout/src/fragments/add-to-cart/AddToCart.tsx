import { Button, type FragmentProps } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { addToCart } from '../../cart.ts';

const prices: Readonly<Record<string, number>> = { dart: 48, box: 62, ray: 75 };

export function AddToCart({ props: { sku = '' } }: FragmentProps<undefined, { readonly sku: string }>) {
  const { t } = useTranslation('checkout');
  return (
    <p>
      <span>{prices[sku.split('-')[0] ?? '']} €</span>{' '}
      <Button type="button" onClick={() => addToCart(sku)}>
        {t('button.add')}
      </Button>
    </p>
  );
}

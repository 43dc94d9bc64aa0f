import { PageLink } from '@site/shared';
import { useTranslation } from 'react-i18next';
import { useCart } from '../../cart.ts';
import styles from './MiniCart.module.css';

export function MiniCart() {
  const { t } = useTranslation('checkout');
  return (
    <PageLink page="cart" className={styles.cart}>
      {t('mini.cart')} <output>{useCart().length}</output>
    </PageLink>
  );
}

import { emit, useSiteEvent } from '@site/shared';
import { useEffect, useState } from 'react';

const storedAs = 'shop-cart';

const readCart = (): readonly string[] => JSON.parse(localStorage.getItem(storedAs) ?? '[]');

export function addToCart(sku: string): void {
  const cart = [...readCart(), sku];
  localStorage.setItem(storedAs, JSON.stringify(cart));
  emit('checkout:cart-updated', { count: cart.length });
}

/** What is in the cart: nothing on the server, and until the page is hydrated. */
export function useCart(): readonly string[] {
  const [cart, setCart] = useState<readonly string[]>([]);
  useEffect(() => setCart(readCart()), []);
  useSiteEvent('checkout:cart-updated', () => setCart(readCart()));
  return cart;
}

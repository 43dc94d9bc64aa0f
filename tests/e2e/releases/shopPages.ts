import { expect, type Page } from '@playwright/test';

/** Decide's page, with parts of all three teams. */
export const product = '/en/product/dart';
export const fragment = (page: Page, name: string) => page.locator(`[data-fragment="${name}"]`);
export const recommended = (page: Page) => fragment(page, 'recommendations').locator('[data-sku]');
export const inCart = (page: Page) => fragment(page, 'mini-cart').locator('output');
export const expectRecommended = (page: Page, ...skus: readonly string[]) =>
  expect
    .poll(() => recommended(page).evaluateAll((found) => found.map((each) => (each as HTMLElement).dataset.sku)))
    .toEqual(skus);

import { expect, test } from '@rstest/core';
import { Fragment } from '@site/shared';
import { FragmentPlace } from '@site/shared/fragments/Fragment.tsx';
import { renderToString } from 'react-dom/server';
import { collectHoles } from './collectHoles.tsx';

const fragments = { cart: { remote: 'checkout', module: './fragment-cart' } };

function render(routes: Parameters<typeof collectHoles>[0]) {
  const { place, holes } = collectHoles(routes);
  const html = renderToString(
    <FragmentPlace value={place}>
      <Fragment name="cart" props={{ sku: 'A-1' }} fallback={<b>No cart</b>} />
      <Fragment name="wish-list" />
    </FragmentPlace>,
  );
  return { html, holes };
}

test('a page has a hole with the fallback for each fragment that somebody has', () => {
  const { html, holes } = render({ fragments });
  expect(holes).toEqual([{ id: expect.any(String), name: 'cart', props: { sku: 'A-1' } }]);
  const id = holes[0]?.id;
  expect(html).toBe(
    `<div data-fragment="cart" data-hole="${id}"><b>No cart</b><template data-hole-end="${id}"></template></div><div data-fragment="wish-list"></div>`,
  );
});

test('for a server that fills none, such as one of version 1.2.0, it has the fallbacks', () => {
  expect(render({})).toEqual({
    html: '<div data-fragment="cart"><b>No cart</b></div><div data-fragment="wish-list"></div>',
    holes: [],
  });
});

test('without a shell that knows fragments, as in a component’s test, there is the fallback', () => {
  expect(renderToString(<Fragment name="cart" fallback={<b>No cart</b>} />)).toBe('<b>No cart</b>');
});

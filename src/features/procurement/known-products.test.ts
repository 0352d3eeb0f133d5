import { expect, test } from 'vitest';
import { maxRecent, recentProducts } from './known-products.ts';

const lines = (...ids: readonly (number | null)[]) =>
  ids.map((id) => ({ product: id === null ? null : { id } }));

test('PROC-41 the last products are shown once each, the latest first, without favourites and hidden ones', () => {
  expect(recentProducts(lines(3, 1, null, 3, 2, 1), [{ product: { id: 2 } }])).toEqual([
    { id: 3 },
    { id: 1 },
  ]);
});

test('PROC-41 only the latest products are shown', () => {
  const many = Array.from({ length: 30 }, (_, place) => place);
  expect(recentProducts(lines(...many), []).map(({ id }) => id)).toEqual(many.slice(0, maxRecent));
});

import { expect, it } from 'vitest';
import { productSearchPatterns } from './product-search.ts';

it('PROC-07 each word is looked for by itself, in any case', () => {
  expect(productSearchPatterns('  Schraube  OSTERKAMP ')).toEqual(['%schraube%', '%osterkamp%']);
});

it('PROC-07 a word of one or two letters begins a word', () => {
  expect(productSearchPatterns('m6 x')).toEqual(['% m6%', '% x%']);
});

it('PROC-07 wildcards count as characters', () => {
  expect(productSearchPatterns('100%_\\')).toEqual(['%100\\%\\_\\\\%']);
});

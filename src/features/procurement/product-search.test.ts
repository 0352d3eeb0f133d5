import { expect, it } from 'vitest';
import { type FoundBy, foundProducts, productSearchVariables } from './product-search.ts';

it('PROC-07 searches each word separately, ignoring case and spelling of umlauts', () => {
  expect(productSearchVariables('  Schraube  BÜRO ').inside).toEqual({
    _and: [
      { active: { _eq: true } },
      { search_text: { _like: '%schraube%' } },
      { search_text: { _like: '%buro%' } },
    ],
  });
});

it('PROC-07 punctuation alone finds no product', () => {
  for (const where of Object.values(productSearchVariables('%'))) {
    expect(where).toEqual({ _and: [{ active: { _eq: true } }, { _or: [] }] });
  }
});

function product(id: number, name: string, others: Partial<FoundBy> = {}): FoundBy {
  return { id, name, alias: null, item_number: null, supplier: null, ...others };
}

it('PROC-07 ranks exact names first, then prefixes, then whole words, then parts of words', () => {
  const inside = product(1, 'Altpapierbehälter');
  const bySupplier = product(2, 'Ablage', { supplier: { name: 'Papier Union' } });
  const word = product(3, 'Karton und Papier');
  const beginning = product(4, 'Papierkorb');
  const whole = product(5, 'Zeichenblock', { item_number: 'PAPIER' });
  const found = foundProducts('papier', {
    whole: [whole],
    beginning: [beginning],
    words: [bySupplier, word, beginning],
    inside: [bySupplier, inside, word, beginning, whole],
  });
  expect(found).toEqual([whole, beginning, word, inside, bySupplier]);
});

it('PROC-07 orders equal matches by name, each product once', () => {
  const [first, second] = [product(2, 'Papier A4'), product(1, 'Papier A5')];
  const answers = { whole: [], beginning: [second, first], words: [first], inside: [first, second] };
  expect(foundProducts('papier', answers)).toEqual([first, second]);
});

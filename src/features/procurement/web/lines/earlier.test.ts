import { expect, it } from 'vitest';
import { newLine } from '../draft/draft.ts';
import { type EarlierLine, lineOfEarlier } from './earlier.ts';

const earlier: EarlierLine = {
  id: 9,
  description: 'Bohrer HSS',
  item_number: 'A-1',
  quantity: 5,
  unit: 'Stück',
  price_netto: 4.5,
  price_brutto: 5.36,
  price_mode: 'net',
  price_unit: 10,
  tax: 19,
  offer_number: null,
  webshop_url: null,
  supplier: { id: 3, name: 'Osterkamp' },
  product_group: { id: 4, name: 'Werkzeuge' },
};

it('PROC-41 an earlier article fills a line with its data and price', () => {
  expect(lineOfEarlier(newLine('a', null), earlier, 2)).toMatchObject({
    ...{ description: 'Bohrer HSS', item_number: 'A-1', quantity: '5', unit: 'Stück' },
    ...{ price_netto: '4.5', price_mode: 'net', price_unit: '10', tax: '19' },
    ...{ supplier: { id: 3 }, product_group: { id: 4 }, product_id: null, ledger_account: null },
  });
});

it('ROLE-07 PROC-41 without prices the line has none', () => {
  const blind = { ...earlier, price_netto: null, price_brutto: null };
  expect(lineOfEarlier(newLine('a', null), blind, 2)).toMatchObject({
    price_netto: null,
    price_brutto: null,
  });
});

import { expect, test } from 'vitest';
import { billingTextOf } from './company.ts';

const company: Parameters<typeof billingTextOf>[0] = {
  ...{ id: 1, name: 'Werft', currency: 'EUR', amount_basis: 'net', min_approval: 1, required_fields: null },
  ...{ default_product_tax: null, default_product_unit: null },
  billing_name: 'Werft GmbH',
  billing_address: 'Hafenstraße 1',
  billing_address_complement: 'Abteilung Einkauf',
  billing_zipcode: '20457',
  billing_city: 'Hamburg',
};

test('PROC-06 a billing address has its addition before the street (DIN 5008)', () => {
  expect(billingTextOf(company)).toBe('Werft GmbH\nAbteilung Einkauf\nHafenstraße 1\n20457 Hamburg');
  expect(billingTextOf({ ...company, billing_address_complement: null })).toBe(
    'Werft GmbH\nHafenstraße 1\n20457 Hamburg',
  );
});

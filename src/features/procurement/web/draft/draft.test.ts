import { describe, expect, it } from 'vitest';
import type { CompanyReference } from '../../../../document/web/draft/reference.ts';
import { withShownNames } from '../../../../document/web/draft/shown-names.ts';
import { withDepartment } from '../../../../document/web/head/company-head.ts';
import type { RequirableField } from '../../required-fields.ts';
import {
  type Draft,
  emptyDraft,
  isBlankLine,
  isSameDraft,
  newLine,
  saveInput,
  typedPrice,
  withCompany,
  withNewSupplier,
  withPrice,
  withProposedDeliveryDate,
  withSupplier,
} from './draft.ts';

const company: CompanyReference<RequirableField> = {
  id: 1,
  name: 'Nordfeld',
  billingText: 'Nordfeld\nHovestieg 24\n20539 Hamburg',
  currency: 'EUR',
  tax: '7',
  unit: 'Stück',
  requiredFields: [],
};

describe('PRICE-02 the price typed last is kept, the other one is computed', () => {
  const line = newLine('a', null);

  it('computes gross from a typed net price', () => {
    expect(withPrice(line, { price: '10' }, 2)).toMatchObject({ price_netto: '10', price_brutto: '11.90' });
  });

  it('computes net from a typed gross price', () => {
    const gross = withPrice(line, { price: '9.99', mode: 'gross' }, 2);
    expect(gross).toMatchObject({ price_netto: '8.39', price_brutto: '9.99', price_mode: 'gross' });
    expect(typedPrice(gross)).toBe('9.99');
  });

  it('keeps net when the tax changes', () => {
    const taxed = withPrice(withPrice(line, { price: '10' }, 2), { tax: '7' }, 2);
    expect(taxed).toMatchObject({ price_netto: '10', price_brutto: '10.70' });
  });

  it('has no price until one is typed', () => {
    expect(withPrice(withPrice(line, { price: '10' }, 2), { price: null }, 2)).toMatchObject({
      price_netto: null,
      price_brutto: null,
    });
  });
});

describe('lines', () => {
  it('take tax and unit from the company', () => {
    expect(newLine('a', company)).toMatchObject({ tax: '7', unit: 'Stück', quantity: '1' });
  });

  it('PROC-13 do not count as changes while blank', () => {
    const offered: Draft = { ...emptyDraft, lines: [newLine('a', company)] };
    expect(isBlankLine(newLine('a', company))).toBe(true);
    expect(isSameDraft(offered, emptyDraft)).toBe(true);
    expect(saveInput(offered).lines).toEqual([]);
  });

  it('are sent with their ids, trimmed texts and null for empty values', () => {
    const line = { ...newLine('a', null), id: 7, description: '  Bohrer ', item_number: ' ' };
    expect(saveInput({ ...emptyDraft, lines: [line] }).lines[0]).toMatchObject({
      id: 7,
      description: 'Bohrer',
      item_number: null,
    });
  });
});

describe('PRICE-06 the price unit', () => {
  it('defaults to one, also after it is emptied', () => {
    const typed = { ...newLine('a', null), id: 7, description: 'Bohrer' };
    const saved = (price_unit: string | null) =>
      saveInput({ ...emptyDraft, lines: [{ ...typed, price_unit }] }).lines[0]?.price_unit;
    expect([saved(null), saved('100')]).toEqual(['1', '100']);
  });
});

describe('PROC-04, PROC-05 fields that depend on company and department', () => {
  const head = {
    ...emptyDraft.head,
    client: company,
    department: { id: 2, name: 'IT' },
    cost_center: { id: 3, number: '1100', name: 'IT' },
    consignee: { id: 4, name: 'Mehmet Aydın' },
  };

  it('are cleared when the company changes', () => {
    expect(withCompany(head, { ...company, id: 9 })).toMatchObject({
      department: null,
      cost_center: null,
      consignee: { id: 4 },
    });
  });

  it('stay when the same company is chosen again', () => {
    expect(withCompany(head, { ...company })).toBe(head);
  });

  it('lose the cost center when the department changes', () => {
    expect(withDepartment(head, { id: 5, name: 'Einkauf' })).toMatchObject({ cost_center: null });
  });

  it('PROC-06 take the billing address from the company', () => {
    expect(saveInput({ ...emptyDraft, head }).head.billing_address_text).toBe(company.billingText);
  });
});

describe('PROC-08 the delivery date is proposed from the suppliers', () => {
  const from = (days: number | null) =>
    withSupplier(newLine('a', null), { id: 1, name: 'S', delivery_in_days: days });
  const dated = (delivery_date: string | null, ...days: (number | null)[]) =>
    withProposedDeliveryDate(
      { ...emptyDraft, head: { ...emptyDraft.head, delivery_date }, lines: days.map(from) },
      '2025-05-30',
    ).head;

  it('from the longest delivery time', () => {
    expect(dated(null, 2, 14, null)).toMatchObject({
      delivery_date: '2025-06-13',
      is_delivery_date_proposed: true,
    });
  });

  it('not while no delivery time is known', () => {
    expect(dated(null, null)).toMatchObject({ delivery_date: null, is_delivery_date_proposed: false });
  });

  it('never instead of a typed date', () => {
    expect(dated('2025-06-01', 14).delivery_date).toBe('2025-06-01');
  });

  it('again with every line, and not without lines', () => {
    const first = withProposedDeliveryDate({ ...emptyDraft, lines: [from(2)] }, '2025-05-30');
    const second = withProposedDeliveryDate({ ...first, lines: [from(2), from(5)] }, '2025-05-30');
    expect(second.head.delivery_date).toBe('2025-06-04');
    expect(withProposedDeliveryDate({ ...second, lines: [] }, '2025-05-30').head).toMatchObject({
      delivery_date: null,
      is_delivery_date_proposed: false,
    });
  });
});

describe('PROC-08 a new supplier', () => {
  it('is sent by name, instead of the chosen one', () => {
    const line = withNewSupplier(withSupplier(newLine('a', null), { id: 1, name: 'S' }), ' Messzeug Meier ');
    expect(saveInput({ ...emptyDraft, lines: [line] }).lines[0]).toMatchObject({
      supplier_id: null,
      new_supplier: 'Messzeug Meier',
    });
  });

  it('is replaced by a chosen one', () => {
    const line = withSupplier(withNewSupplier(newLine('a', null), 'Messzeug Meier'), { id: 1, name: 'S' });
    expect(line).toMatchObject({ supplier: { id: 1 }, new_supplier: '' });
  });
});

it('PRICE-04 another company sets its currency and clears the rate', () => {
  const head = {
    ...emptyDraft.head,
    client: company,
    currency: 'USD',
    exchange_rate: '0.92',
    rate_date: '2025-05-01',
  };
  expect(withCompany(head, { ...company, id: 2, currency: 'CHF' })).toMatchObject({
    currency: 'CHF',
    exchange_rate: null,
    rate_date: null,
  });
});

it('I18N-07 names in another language do not change a draft', () => {
  const draft: Draft = {
    ...emptyDraft,
    head: { ...emptyDraft.head, department: { id: 1, name: 'Produktion' } },
    lines: [{ ...newLine('a', null), description: 'Helm', product_group: { id: 3, name: 'Arbeitsschutz' } }],
  };
  const named = withShownNames(draft, {
    department: new Map([[1, 'Production']]),
    cost_center: new Map(),
    product_group: new Map([[3, 'Safety']]),
  });
  expect(named.head.department?.name).toBe('Production');
  expect(named.lines[0]?.product_group?.name).toBe('Safety');
  expect(isSameDraft(named, draft)).toBe(true);
});

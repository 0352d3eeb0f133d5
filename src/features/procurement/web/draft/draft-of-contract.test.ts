import { describe, expect, it } from 'vitest';
import type { CompanyReference } from '../../../../document/web/draft/reference.ts';
import type { RequirableField } from '../../required-fields.ts';
import type { ContractRow } from '../head/contracts.ts';
import { emptyDraft, newLine, saveInput } from './draft.ts';
import { draftOfContract, hasPricesOfContract, withoutContract } from './draft-of-contract.ts';

const company = {
  id: 1,
  name: 'Nordfeld',
  currency: 'CHF',
  amount_basis: 'net' as const,
  min_approval: 1,
  default_product_tax: 7,
  default_product_unit: 'Stück',
  billing_name: 'Nordfeld',
  billing_address: 'Hovestieg 24',
  billing_address_complement: null,
  billing_zipcode: '20539',
  billing_city: 'Hamburg',
  required_fields: null,
  client_addresses: [
    { id: 9, address_name: 'Werk', address: 'Hovestieg 24', zipcode: '20539', city: 'Hamburg' },
  ],
};

const contract: ContractRow = {
  id: 5,
  contract_number_formatted: 'CT-000005',
  name: 'Wartung',
  end_date: null,
  total_netto: 106.5,
  currency: 'USD',
  usage_type: 'quarterly',
  payment_timing: 'advance',
  client: company,
  department: { id: 2, name: 'IT' },
  cost_center: { id: 3, number: '1100', name: 'IT' },
  ledger_account: { id: 4, number: '4806', name: 'Wartung' },
  supplier: { id: 6, name: 'Wiechmann', delivery_in_days: null },
  contract_lines: [
    {
      id: 11,
      name: 'Prüfung',
      item_number: 'P-1',
      quantity: 10,
      unit: 'Gerät',
      tax: 19,
      total: 65,
      image_url: null,
      webshop_url: null,
      offer_number: 'A-7',
      offer_date: '2026-01-15',
    },
    {
      id: 12,
      name: 'Anfahrt',
      item_number: null,
      quantity: null,
      unit: null,
      tax: null,
      total: 41.5,
      image_url: null,
      webshop_url: null,
      offer_number: null,
      offer_date: null,
    },
  ],
};

const former: CompanyReference<RequirableField> = {
  id: 8,
  name: 'Logistik',
  billingText: null,
  currency: 'EUR',
  tax: null,
  unit: null,
  requiredFields: [],
};
const started = {
  ...emptyDraft,
  head: {
    ...emptyDraft.head,
    client: former,
    department: { id: 80, name: 'Lager' },
    cost_center: { id: 81, name: 'Lager' },
    delivery_address: { id: 82, name: 'Bremen' },
    consignee: { id: 83, name: 'Mehmet Aydın' },
  },
};

describe('PROC-25 an order from a contract', () => {
  it('takes over the head of the contract and links the contract (PROC-24)', () => {
    const { head } = saveInput(draftOfContract(started, contract, 2));
    expect(head).toMatchObject({
      name: 'Wartung',
      type: 'recurring_contract',
      contract_id: 5,
      client_id: 1,
      department_id: 2,
      cost_center_id: 3,
      ledger_account_id: 4,
      delivery_address_id: 9,
      consignee_id: 83,
      currency: 'USD',
      usage_type: 'quarterly',
      payment_timing: 'advance',
    });
  });

  it('takes over the lines with supplier and price', () => {
    const { lines } = saveInput({
      ...draftOfContract({ ...started, lines: [newLine('old', null)] }, contract, 2),
    });
    expect(lines).toMatchObject([
      {
        contract_line_id: 11,
        description: 'Prüfung',
        item_number: 'P-1',
        quantity: '10',
        unit: 'Gerät',
        price_netto: '6.50',
        tax: '19',
        supplier_id: 6,
        offer_number: 'A-7',
        offer_date: '2026-01-15',
      },
      { contract_line_id: 12, quantity: '1', unit: 'Stück', price_netto: '41.50', tax: '7' },
    ]);
  });

  it('keeps fields that are empty in the contract', () => {
    const open = { ...contract, client: null, department: null, cost_center: null, usage_type: null };
    const { head } = saveInput(draftOfContract(started, open, 2));
    expect(head).toMatchObject({
      client_id: 8,
      department_id: 80,
      cost_center_id: 81,
      delivery_address_id: 82,
      usage_type: 'usage_based',
    });
  });

  it('clears a cost center of another department than that of the contract', () => {
    const elsewhere = { ...contract, client: null, cost_center: null };
    expect(draftOfContract(started, elsewhere, 2).head.cost_center).toBeNull();
  });

  it('ROLE-07 lines have no prices for people without prices; the server takes them from the contract', () => {
    const masked = {
      ...contract,
      total_netto: null,
      contract_lines: contract.contract_lines.map((line) => ({ ...line, total: null })),
    };
    expect(saveInput(draftOfContract(started, masked, 2)).lines[0]).toMatchObject({
      contract_line_id: 11,
      price_netto: null,
      price_brutto: null,
    });
  });
});

describe('PROC-25 a request unlinked from its contract', () => {
  const taken = draftOfContract(started, contract, 2);

  it('keeps the values taken over, as an ordinary order', () => {
    const before = saveInput(taken);
    const after = saveInput(withoutContract(taken));
    expect(after.head).toEqual({ ...before.head, contract_id: null, type: 'single_invoice' });
    expect(after.lines).toEqual(before.lines.map(({ contract_line_id: _, ...line }) => line));
  });

  it('PROC-24 keeps another chosen type', () => {
    const several = { ...taken, head: { ...taken.head, type: 'recurring_invoice' as const } };
    expect(withoutContract(several).head.type).toBe('recurring_invoice');
  });

  it('ROLE-07 loses prices only for people without prices and before the first save', () => {
    expect(hasPricesOfContract(taken, true)).toBe(false);
    expect(hasPricesOfContract(taken, false)).toBe(true);
    expect(hasPricesOfContract(withoutContract(taken), false)).toBe(false);
  });
});

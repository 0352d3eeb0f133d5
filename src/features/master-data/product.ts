import { type Amount, couplePrice, isAmount } from '../../base/money.ts';
import type { FieldProblem } from '../../base/refusal.ts';
import { type EntitySettings, entity, fieldParts, type Row } from '../../entity/entity.ts';
import { currency, reference, referenceOrNew } from '../../entity/kinds/chosen.ts';
import { gtin } from '../../entity/kinds/coded.ts';
import { url } from '../../entity/kinds/contact.ts';
import { day } from '../../entity/kinds/day.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { decimal, percent } from '../../entity/kinds/number.ts';
import { file } from '../../entity/kinds/stored.ts';
import { notes, text } from '../../entity/kinds/text.ts';
import { defaultCurrency } from '../../platform/constants.ts';
import { supplier } from './supplier.ts';

const price = () => decimal({ decimals: 4, min: 0, max: 9_999_999_999, price: true });

/** PRICE-01, PRICE-02: the price typed last is kept and the other computed; a changed tax keeps the net price. */
function couplePrices(row: Row, changed: string, { decimals }: EntitySettings): Row {
  const mode = changed === 'price_brutto' ? 'gross' : 'net';
  if (!['tax', 'price_netto', 'price_brutto'].includes(changed)) return {};
  const typed = amountIn(row, mode === 'net' ? 'price_netto' : 'price_brutto');
  const tax = amountIn(row, 'tax');
  if (typed === null) return { price_netto: null, price_brutto: null };
  if (tax === null) return {};
  return { ...couplePrice({ mode, price: typed }, tax, decimals) };
}

function amountIn(row: Row, name: string): Amount | null {
  const value = row[name];
  return typeof value === 'string' && isAmount(value) ? value : null;
}

function checkCostCenter(row: Row): readonly FieldProblem[] {
  const isMissing = row.is_cost_center_fixed === true && (row.cost_center_id ?? null) === null;
  return isMissing ? [{ field: 'cost_center_id', code: 'field_required' }] : [];
}

/** DATA-27, VAL-35, ADM-14. */
export const product = entity(
  'product',
  {
    name: text({ required: true }),
    alias: text(),
    item_number: text({ max: 60, identifies: ['supplier_id'] }),
    gtin: gtin(),
    description: notes(),
    supplier_id: referenceOrNew('supplier', supplier.fields.name, { required: true }),
    product_group_id: reference('product_group'),
    location_id: reference('location'),
    ledger_account_id: reference('ledger_account'),
    cost_center_id: reference('cost_center'),
    is_cost_center_fixed: flag(),
    tax: percent({ required: true, initial: '19' }),
    price_netto: price(),
    price_brutto: price(),
    currency: currency({ required: true, initial: defaultCurrency }),
    unit: text({ max: 30 }),
    price_unit: decimal({ required: true, decimals: 3, min: 0.001, max: 9_999_999, initial: '1' }),
    image_file_id: file('image'),
    image_url: url(),
    webshop_url: url(),
    offer_number: text({ max: 60 }),
    offer_date: day(),
    active: flag({ initial: true }),
  },
  {
    route: 'product',
    leads: [
      'name',
      'item_number',
      'supplier_id',
      'product_group_id',
      'unit',
      'tax',
      'price_netto',
      'currency',
    ],
    label: ['name'],
    search: ['name', 'alias', 'item_number'],
    list: ['name', 'item_number', 'supplier_id', 'product_group_id', 'price_netto', 'unit'],
    check: checkCostCenter,
    derive: couplePrices,
    children: {
      files: {
        table: 'product_file',
        owner: 'product_id',
        fields: { file_id: file('pdf', { required: true }) },
        columns: ['file_id'],
        order: ['id'],
        unstamped: true,
      },
    },
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'name', width: 'wide' },
          ...fieldParts('item_number', 'gtin', 'alias', 'supplier_id', 'product_group_id'),
          { field: 'description', width: 'full' },
          { section: 'price' },
          ...fieldParts('tax', 'price_netto', 'price_brutto', 'currency', 'price_unit', 'unit'),
          { section: 'sourcing' },
          ...fieldParts('offer_number', 'offer_date', 'location_id'),
          { field: 'webshop_url', width: 'half' },
          { field: 'image_url', width: 'half' },
          { field: 'image_file_id', width: 'half' },
          { section: 'assignment' },
          ...fieldParts('ledger_account_id', 'cost_center_id'),
          { field: 'is_cost_center_fixed', width: 'full' },
          { field: 'active', width: 'full' },
        ],
      },
      { name: 'files', parts: [{ children: 'files' }] },
    ],
  },
);

import type { FieldProblem } from '../../base/refusal.ts';
import { entity, fieldParts, type Row } from '../../entity/entity.ts';
import { choice, country, reference } from '../../entity/kinds/chosen.ts';
import { email, url } from '../../entity/kinds/contact.ts';
import { flag } from '../../entity/kinds/flag.ts';
import { percent } from '../../entity/kinds/number.ts';
import { secret } from '../../entity/kinds/stored.ts';
import { text } from '../../entity/kinds/text.ts';
import { type MarketplaceProvider, marketplacePresets, marketplaceProviders } from './marketplace-presets.ts';

/** VAL-44; an address on another server clears the secret until it is entered again. */
function checkSecret({ secret: given, active }: Row): readonly FieldProblem[] {
  if (given !== null || active === false) return [];
  return [{ field: 'secret', code: 'field_required' }];
}

/** Fills empty fields with the known facts of a shop (PUN-02). */
function presetOf(row: Row, changed: string): Row {
  if (changed !== 'provider') return {};
  const preset = marketplacePresets[row.provider as MarketplaceProvider];
  if (!preset) return {};
  const always = ['protocol', 'start_method'];
  return Object.fromEntries(
    Object.entries(preset.values).filter(([name]) => always.includes(name) || (row[name] ?? null) === null),
  );
}

/** A shop whose cart returns to the person's request (PUN-01, DATA-40, VAL-44). */
export const marketplace = entity(
  'marketplace',
  {
    name: text({ required: true }),
    provider: choice(marketplaceProviders, { required: true }),
    protocol: choice(['cxml', 'oci'], { required: true, initial: 'cxml' }),
    country_code: country(),
    supplier_id: reference('supplier', { required: true }),
    url: url({ required: true }),
    identity: text({ required: true }),
    secret: secret(),
    start_method: choice(['post', 'get'], { required: true, initial: 'post' }),
    identity_domain: text({ required: true, max: 60, initial: 'NetworkId' }),
    supplier_identity: text(),
    supplier_domain: text({ max: 60 }),
    business_unit: text(),
    order_url: url(),
    email: email(),
    ledger_account_id: reference('ledger_account'),
    cost_center_id: reference('cost_center'),
    tax: percent(),
    test_mode: flag(),
    active: flag({ initial: true }),
  },
  {
    route: 'marketplace',
    label: ['name'],
    list: ['name', 'provider', 'protocol', 'supplier_id'],
    module: 'procurement',
    checkStored: checkSecret,
    derive: presetOf,
    children: {
      marketplace_product_groups: {
        table: 'marketplace_product_group',
        owner: 'marketplace_id',
        fields: {
          code: text({ required: true, max: 60, unique: ['marketplace_id'] }),
          product_group_id: reference('product_group', { required: true }),
        },
        columns: ['code', 'product_group_id'],
        order: ['code'],
        unstamped: true,
      },
    },
    links: {
      clients: { table: 'client_marketplace', own: 'marketplace_id', other: 'client_id', to: 'client' },
    },
    tabs: [
      {
        name: 'general',
        parts: [
          { field: 'provider', width: 'half' },
          { field: 'protocol', width: 'half' },
          { hand: 'marketplace-preset' },
          { field: 'name', width: 'wide' },
          { field: 'country_code' },
          { field: 'supplier_id', width: 'wide' },
          { section: 'access' },
          { field: 'url', width: 'full' },
          { field: 'identity', width: 'half' },
          { field: 'secret', width: 'half' },
          { hand: 'marketplace-connection' },
          { section: 'orders', hint: true },
          { field: 'order_url', width: 'full' },
          { field: 'email', width: 'half' },
          { hand: 'marketplace-notices' },
          { field: 'active', width: 'full' },
        ],
      },
      {
        name: 'details',
        parts: [
          ...fieldParts('start_method', 'identity_domain', 'supplier_domain'),
          { field: 'supplier_identity', width: 'half' },
          { field: 'business_unit', width: 'half' },
          ...fieldParts('ledger_account_id', 'cost_center_id', 'tax'),
          { field: 'test_mode', width: 'full' },
        ],
      },
      { name: 'product_groups', parts: [{ children: 'marketplace_product_groups' }] },
      { name: 'clients', parts: [{ links: 'clients' }] },
      { name: 'log', parts: [{ hand: 'marketplace-log' }] },
    ],
  },
);

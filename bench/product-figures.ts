import { searchedWords } from '../src/base/search.ts';
import { productSearchQuery, productSearchVariables } from '../src/features/procurement/product-search.ts';
import { type Figure, scattered } from './figure.ts';

/** Typical searches: words, their beginnings, numbers, suppliers, both together, two letters, and a missing text. */
const searches = [
  'drehmoment',
  'kopierpapier',
  'schraube edelstahl',
  'k-1047',
  'wiechmann',
  'notebook hydraulik',
  'weihnachtsbaum',
  'm6',
  'mm',
  'xq',
];

const byHand = (condition: string) => `
  select json_build_object('data', json_build_object('product', coalesce(json_agg(json_build_object(
    'id', p.id, 'name', p.name, 'item_number', p.item_number, 'unit', p.unit, 'price_netto', p.price_netto,
    'price_unit', p.price_unit, 'tax', p.tax, 'image_url', p.image_url, 'webshop_url', p.webshop_url,
    'offer_number', p.offer_number, 'offer_date', p.offer_date, 'is_cost_center_fixed', p.is_cost_center_fixed,
    'supplier', (select json_build_object('id', s.id, 'name', s.name, 'delivery_in_days', s.delivery_in_days)
      from supplier s where s.tenant_id = p.tenant_id and s.id = p.supplier_id),
    'product_group', (select json_build_object('id', g.id, 'name', g.name)
      from product_group g where g.tenant_id = p.tenant_id and g.id = p.product_group_id),
    'cost_center', (select json_build_object('id', c.id, 'number', c.number, 'name', c.name)
      from cost_center c where c.tenant_id = p.tenant_id and c.id = p.cost_center_id)
  )), '[]')))::text as body
  from (select tenant_id, id, name, item_number, unit, price_netto, price_unit, tax, image_url, webshop_url, offer_number,
          offer_date, is_cost_center_fixed, supplier_id, product_group_id, cost_center_id
        from product where active and ${condition} order by name, id limit 50) p`;

export const productFigures: readonly Figure[] = [
  {
    name: 'product_search',
    title: 'product search as one types, in a catalogue of 100,000 where there are as many documents',
    aimP95: 100,
    person: ({ people }) => people.buyer,
    sides: async ({ ask, database, people: { buyer } }) => {
      const textOf = (turn: number) => searches[scattered(turn, searches.length)] ?? '';
      return {
        product: (turn) => ask(buyer, productSearchQuery, productSearchVariables(textOf(turn))),
        hand: async (turn) => {
          const words = searchedWords(textOf(turn));
          const patterns = words.map((spellings) => spellings.map((form) => `%${form}%`));
          const condition = patterns.map((_, index) => `search_text like any ($${index + 1})`).join(' and ');
          const rows = await database.inTenant(
            buyer,
            (tx) => tx.query<{ body: string }>(byHand(condition), patterns),
            { planMode: 'force_custom_plan' },
          );
          return rows[0]?.body ?? null;
        },
      };
    },
  },
];

import { describe, expect, test } from 'vitest';
import { entities } from '../../features/master-data/entities.ts';
import { usesOf } from './record-uses.ts';

const kinds = [{ name: 'procurement' }, { name: 'invoice' }] as const;
const all = [...entities.values()];
const named = (table: string) => {
  const entity = entities.get(table);
  if (entity === undefined) throw new Error(table);
  return entity;
};
const keys = (table: string) => usesOf(named(table), all, kinds).map(({ key }) => key);

describe('ADM-18 where a record is used', () => {
  test('a supplier in documents of all kinds, and in records that reference it', () => {
    expect(keys('supplier')).toEqual(expect.arrayContaining(['of_procurement', 'of_invoice']));
    const [first] = usesOf(named('supplier'), all, kinds);
    expect(first?.whereOf(7)).toEqual({
      _and: [
        { kind: { _eq: 'procurement' } },
        { status: { _neq: 'draft' } },
        { supplier_ids: { _contains: [7] } },
      ],
    });
  });

  test('a product group in products, but not directly in documents', () => {
    expect(keys('product_group')).toContain('of_product');
    expect(keys('product_group')).not.toContain('of_procurement');
  });
});

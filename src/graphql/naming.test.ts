import { describe, expect, it } from 'vitest';
import { type ForeignKey, objectRelationName, plural, reverseRelationName } from './naming.ts';

function key(table: string, column: string, parent: string, unique = false): ForeignKey {
  const pairs = [
    ['tenant_id', 'tenant_id'],
    [column, 'id'],
  ] as const;
  return { name: `${table}_${column}_fkey`, table, parent, pairs, nullable: false, unique };
}

describe('names of relations', () => {
  it.each([
    ['procurement_line', 'procurement_lines'],
    ['timeline_entry', 'timeline_entries'],
    ['user_address', 'user_addresses'],
    ['tax', 'taxes'],
    ['batch', 'batches'],
    ['day', 'days'],
    ['category', 'categories'],
  ])('the plural of %s is %s', (name, expected) => {
    expect(plural(name)).toBe(expected);
  });

  it('names a parent after its column', () => {
    expect(objectRelationName(key('procurement', 'client_id', 'client'))).toBe('client');
    expect(objectRelationName(key('invoice', 'user_clearing_id', 'lb_user'))).toBe('user_clearing');
    expect(objectRelationName(key('price', 'currency', 'currency_code'))).toBe('currency_code');
  });

  it('names children after their table, and after the column if several reference one parent', () => {
    const member = key('task_group_user', 'lb_user_id', 'lb_user');
    const group = key('task_group_user', 'task_group_id', 'lb_user');
    expect(reverseRelationName(key('procurement', 'creator_id', 'lb_user'), [group])).toBe('procurements');
    expect(reverseRelationName(member, [member, group])).toBe('task_group_users');
    expect(reverseRelationName(group, [member, group])).toBe('task_group_users_by_task_group_id');
    expect(reverseRelationName(key('procurement', 'timeline_id', 'timeline', true), [group])).toBe(
      'procurement',
    );
  });
});

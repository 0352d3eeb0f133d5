import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pointingColumn, readCatalogue, tenantTables } from '../support/catalogue.ts';
import type { Row } from '../support/tenants.ts';
import { Office, type Person } from './people.ts';

let office: Office;

beforeAll(async () => {
  office = await Office.open();
  await switchModule(true);
});
afterAll(() => office.close());

/** GEN-10: the groups are visible and editable while their module is on. */
async function switchModule(isOn: boolean): Promise<void> {
  await office.owner.query("delete from configuration where key = 'module_permissions'");
  await office.add('configuration', { key: 'module_permissions', value: String(isOn), client_id: null });
}

describe('ROLE-13 permission groups', () => {
  const restricted = ['client', 'department', 'cost_center', 'supplier', 'product_group'] as const;

  /** Optional references that hide the row when set. */
  const hangingThoughOptional = [
    'product.product_group_id',
    'product.supplier_id',
    'configuration.client_id',
  ];

  /** Dependents for administrators only, or unreadable: other tests check them. */
  const notForMembers = [
    'client_chart_account',
    'contract_month',
    'invoice_creditor_file',
    'invoice_known_creditor',
    'marketplace_product_group',
  ];

  const setUp = async (
    table: string,
    groups: readonly { active?: string; members?: readonly Person[] }[],
  ) => {
    const record = await office.add(table, table === 'department' ? { client_id: null } : {});
    for (const { active = 'true', members = [] } of groups) {
      const permission = await office.add('permission', { active });
      await office.add(`permission_${table}`, {
        permission_id: permission.id,
        [`${table}_id`]: record.id,
      });
      for (const member of members) {
        await office.add('permission_user', { permission_id: permission.id, lb_user_id: member.id });
      }
    }
    return record;
  };
  const sees = async (person: Person, table: string, record: Row) =>
    (await office.as(person, (tx) => tx.query(`select from ${table} where id = $1`, [record.id]))).length ===
    1;

  test.each(restricted)(
    '%s: visible to members of one of its active groups, and to administrators',
    async (table) => {
      const member = await office.person();
      const stranger = await office.person();
      const admin = await office.person(['user-admin']);
      const who = async (record: Row) => ({
        member: await sees(member, table, record),
        stranger: await sees(stranger, table, record),
        admin: await sees(admin, table, record),
      });
      const everybody = { member: true, stranger: true, admin: true };
      expect(await who(await setUp(table, []))).toEqual(everybody);
      expect(await who(await setUp(table, [{ members: [member] }]))).toEqual({
        ...everybody,
        stranger: false,
      });
      expect(await who(await setUp(table, [{ members: [] }, { members: [member] }]))).toEqual({
        ...everybody,
        stranger: false,
      });
      expect(await who(await setUp(table, [{ members: [] }]))).toEqual({
        member: false,
        stranger: false,
        admin: true,
      });
      // ROLE-18: A deactivated group keeps hiding, and shows to nobody.
      expect(await who(await setUp(table, [{ active: 'false', members: [member] }]))).toEqual({
        member: false,
        stranger: false,
        admin: true,
      });
      expect(
        await who(await setUp(table, [{ active: 'false', members: [member] }, { members: [] }])),
      ).toEqual({
        member: false,
        stranger: false,
        admin: true,
      });
    },
  );

  test.each(restricted)(
    'GEN-10 ROLE-18 %s: stays restricted when the module is switched off',
    async (table) => {
      const stranger = await office.person();
      const record = await setUp(table, [{ members: [] }]);
      expect(await sees(stranger, table, record)).toBe(false);
      await switchModule(false);
      expect(await sees(stranger, table, record)).toBe(false);
      await switchModule(true);
      expect(await sees(stranger, table, record)).toBe(false);
    },
  );

  test.each(restricted)('%s: dependents are visible only together with it', async (table) => {
    const documents = ['procurement', 'invoice'];
    const catalogue = await readCatalogue(office.owner);
    const hanging = tenantTables(catalogue).filter(
      ({ name, references, columns }) =>
        !name.startsWith('permission_') &&
        !notForMembers.includes(name) &&
        !references.some(({ parent }) => documents.includes(parent)) &&
        references.some((reference) => {
          const column = columns.find((candidate) => candidate.name === pointingColumn(reference)?.column);
          return (
            reference.parent === table &&
            (column?.notNull || hangingThoughOptional.includes(`${name}.${column?.name}`))
          );
        }),
    );
    const roles = [
      ...['user-price', 'user-see-client-addresses', 'user-export-invoice', 'user-see-all-invoices'],
      'user-dashboard',
    ];
    const member = await office.person(roles);
    const stranger = await office.person(roles);
    for (const parent of [...restricted, 'client_address']) await office.add(parent);
    const record = await setUp(table, [{ members: [member] }]);
    for (const { name } of hanging) {
      const column = `${table}_id`;
      await office.add(name, { [column]: record.id });
      const seen = async (person: Person) =>
        (await office.as(person, (tx) => tx.query(`select from ${name} where ${column} = $1`, [record.id])))
          .length;
      expect(await seen(member), `${name} as member`).toBe(1);
      expect(await seen(stranger), `${name} as stranger`).toBe(0);
    }
  });
});

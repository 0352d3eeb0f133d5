import { type ImportSetup, openImports } from '../entity/imports.ts';
import type { WebCaller } from './demo-web.ts';
import { todayInSql } from './today.ts';

/** A change of a control as the API shows it. */
export interface Change {
  readonly id: number;
  readonly state: string;
  readonly control: string;
}

/** The demo with two administrators, and rows that tests of its controls change. */
export interface TwoAdministrators {
  readonly setup: ImportSetup;
  readonly admin: WebCaller;
  readonly second: WebCaller;
  readonly tenant: number;
  readonly ids: Readonly<Record<string, number>>;
  /** The first row of the tenant that meets the condition. */
  idOf(table: string, condition?: string): Promise<number>;
  /** The stored value as text; null without one. */
  storedIn(table: string, id: number | undefined, column: string): Promise<string | null>;
  /** The waiting changes, newest first. */
  waiting(): Promise<readonly Change[]>;
  /** The code of the refusal; undefined on success. */
  decide(who: WebCaller, verdict: 'confirm' | 'reject', id: number | undefined): Promise<string | undefined>;
  /** Calls as the administrator acting as the second one; returns the code of the refusal. */
  actAsSecond(): Promise<(query: string) => Promise<string | undefined>>;
  /** The header for acting as the second administrator. */
  actingAsSecond(): Promise<{ readonly authorization: string }>;
  /** The administrator changes the company's minimum number of approvals. */
  changeLeast(count: number): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens the demo with the receiver as a second administrator; call `close` in `afterAll`. */
export async function openTwoAdministrators(): Promise<TwoAdministrators> {
  const setup = await openImports();
  const { demo } = setup;
  // With a passkey, they may also change settings that need one.
  const admin = await demo.person('admin@demo.test', 'passkey');
  const tenant = admin.context.tenantId;
  await demo.web.sql("update lb_user set roles = roles || '{user-admin}' where email = 'receiver@demo.test'");
  await demo.web.sql('delete from configuration where tenant_id = $1', [tenant]);
  const second = await demo.person('receiver@demo.test', 'passkey');
  const idOf = async (table: string, condition = 'true'): Promise<number> => {
    const [row] = await demo.web.sql<{ id: string }>(
      `select id from ${table} where tenant_id = $1 and ${condition} order by id limit 1`,
      [tenant],
    );
    return Number(row?.id);
  };
  const add = async (table: string, columns: string, values: string): Promise<number> => {
    const [row] = await demo.web.sql<{ id: string }>(
      `insert into ${table} (tenant_id, ${columns}) values ($1, ${values}) returning id`,
      [tenant],
    );
    return Number(row?.id);
  };
  const costCenter = await add('cost_center', 'number, name', "'4711', 'Zwei'");
  // 400 of the budget are used (BUD-04).
  await demo.web.sql(
    'update procurement set submitted_at = now() where id = (select min(id) from procurement where tenant_id = $1)',
    [tenant],
  );
  await demo.web.sql(
    `insert into budget_amount (tenant_id, procurement_id, cost_center_id, day, is_decided, net, committed)
     select $1, min(id), $2, ${todayInSql}, true, 400, 400 from procurement where tenant_id = $1`,
    [tenant, costCenter],
  );
  const supplier = await idOf('supplier');
  // Its name is that of a payee (ADM-23).
  await add(
    'supplier_bank_change',
    'supplier_id, iban, state, decided_at',
    `${supplier}, 'DE86500700100998877665', 'confirmed', now()`,
  );
  const person = await idOf('lb_user', "email = 'approver1@demo.test'");
  const ids = {
    // Without documents, so that its currency may still be changed (PRICE-04).
    client: await add(
      'client',
      'name, billing_name, billing_address, billing_zipcode, billing_city, billing_country',
      "'Zwei', 'Zwei', 'Weg 1', '1', 'Ort', 'DE'",
    ),
    department: await add('department', 'name, user_consignee_id', `'Zwei', ${person}`),
    product_group: await idOf('product_group'),
    person,
    other: await idOf('lb_user', "email = 'approver2@demo.test'"),
    group: await add('lb_user', 'name, is_group', "'Zwei', true"),
    // Not chosen anywhere, and without acts.
    plain: await add('lb_user', 'name, email', "'Neu hier', 'neuhier@demo.test'"),
    supplier,
    directory_group: await add('directory_group', 'name', "'Einkauf'"),
    role_template: await add('role_template', 'name', "'Lager'"),
    sign_on_issuer: await add(
      'sign_on_issuer',
      'name, issuer, application_id',
      "'Firma', 'https://issuer.example.test', 'kontor'",
    ),
    export_destination: await add(
      'export_destination',
      'name, kind, place',
      "'Kanzlei', 'mail', 'kanzlei@example.test'",
    ),
    other_supplier: await add('supplier', 'name', "'Zwei'"),
    cost_center: costCenter,
    budget: await add(
      'budget',
      'cost_center_id, name, value, start, "end"',
      `${costCenter}, 'Jahr', 1000, ${todayInSql} - 10, ${todayInSql} + 10`,
    ),
  };
  const actingAsSecond = async () => {
    const payload = { user_id: second.context.userId };
    const begun = await admin.send({ method: 'POST', url: '/api/auth/impersonate', payload });
    return { authorization: `Bearer ${begun.json<{ jwt: string }>().jwt}` };
  };
  return {
    ...{ setup, admin, second, tenant, ids, idOf },
    storedIn: async (table, id, column) => {
      const [row] = await demo.web.sql<{ value: string | null }>(
        `select ${column}::text as value from ${table} where id = $1`,
        [id],
      );
      return row?.value ?? null;
    },
    waiting: async () =>
      (
        await admin.get<{ control_change: readonly Change[] }>(
          '{ control_change(where: { state: { _eq: "pending" } }, order_by: { id: desc }) { id state control } }',
        )
      ).control_change,
    decide: async (who, verdict, id) =>
      (await who.ask(`mutation { control_change_${verdict}(id: ${id}) { id state } }`)).errors?.[0]
        ?.extensions.code,
    actingAsSecond,
    actAsSecond: async () => {
      const headers = await actingAsSecond();
      return async (query) => {
        const answer = await demo.send({ method: 'POST', url: '/v1/graphql', payload: { query }, headers });
        return answer.json<{ errors?: { extensions: { code: string } }[] }>().errors?.[0]?.extensions.code;
      };
    },
    changeLeast: (count) =>
      admin.get(
        `mutation { update_client_by_pk(pk_columns: { id: ${ids.client} }, _set: { min_approval: ${count} }) { id } }`,
      ),
    close: () => setup.close(),
  };
}

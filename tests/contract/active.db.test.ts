import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  actAs,
  type Contract,
  type ContractDemo,
  contractDemo,
  refusedAct,
  saveAs,
  terms,
} from './contracts.ts';

let setup: ContractDemo;
beforeAll(async () => {
  setup = await contractDemo();
});
afterAll(() => setup.demo.close());

const tables = ['supplier', 'client', 'department', 'cost_center', 'ledger_account'] as const;
type Table = (typeof tables)[number];

const act = (contract: Contract, action: string) => actAs(setup.admin, contract, action);

async function draft(): Promise<Contract> {
  const { demo, admin, parties } = setup;
  const [account] = await demo.db.sql<{ id: string }>(
    'select min(id) as id from ledger_account where tenant_id = $1',
    [admin.context.tenantId],
  );
  const head = { name: 'Wartung Krane', ...parties, ...terms, ledger_account_id: Number(account?.id) };
  return await saveAs(admin, { head, lines: [{ name: 'Inspektion', type: 'maintenance', total: '900' }] });
}

/** Each step forward, with a contract that is ready for it. */
const steps: Readonly<Record<string, () => Promise<Contract>>> = {
  to_check: draft,
  take_over: draft,
  to_signing: async () => await act(await draft(), 'to_check'),
  sign: async () => await act(await act(await draft(), 'to_check'), 'to_signing'),
};

/** Runs `ask` while the contract's records of a table are inactive. */
async function whileInactive<Answer>(
  table: Table,
  contract: Contract,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const set = (active: boolean) =>
    setup.demo.db.sql(
      `update ${table} set active = $2 where id = (select ${table}_id from contract where id = $1)`,
      [contract.id, active],
    );
  await set(false);
  try {
    return await ask();
  } finally {
    await set(true);
  }
}

describe('PROC-43 a contract with inactive master data', () => {
  it.each(Object.keys(steps).flatMap((step) => tables.map((table) => [step, table] as const)))(
    'refuses the step %s while its %s is inactive, and takes it afterwards',
    async (step, table) => {
      const contract = await (steps[step] ?? draft)();
      const refusal = await whileInactive(table, contract, () => refusedAct(setup.admin, contract, step));
      expect(refusal).toMatchObject({
        code: 'validation_failed',
        problems: [{ field: `${table}_id`, code: 'not_selectable' }],
      });
      await act(contract, step);
    },
  );

  describe('with an approver', () => {
    const ofDepartment = (text: string) => setup.demo.db.sql(text, [setup.parties.department_id]);
    beforeAll(() =>
      ofDepartment(
        `insert into department_approver (tenant_id, department_id, lb_user_id, is_required)
         select d.tenant_id, d.id, u.id, true from department d join lb_user u on u.tenant_id = d.tenant_id
         where d.id = $1 and u.email = 'approver3@demo.test'`,
      ),
    );
    afterAll(() => ofDepartment('delete from department_approver where department_id = $1'));

    it.each(tables)('is not approved while its %s is inactive, and is approved afterwards', async (table) => {
      const asked = await act(await act(await draft(), 'to_check'), 'to_approval');
      const approver = await setup.demo.person('approver3@demo.test');
      const refusal = await whileInactive(table, asked, () => refusedAct(approver, asked, 'approve'));
      expect(refusal).toMatchObject({ problems: [{ field: `${table}_id`, code: 'not_selectable' }] });
      expect((await actAs(approver, asked, 'approve')).status).toBe('signature');
    });
  });

  it.each(tables)('ends clearing once signed unless its inactive %s can be replaced', async (table) => {
    const signed = await act(await (steps.sign?.() as Promise<Contract>), 'sign');
    const cleared = await actAs(setup.admin, signed, 'send_to_clearing', {
      comment: 'Bitte klären.',
      person_id: setup.admin.context.userId,
    });
    const isSealed = table === 'supplier' || table === 'client';
    const answer = await whileInactive(table, cleared, async () =>
      isSealed
        ? (await act(cleared, 'finish_clearing')).status
        : (await refusedAct(setup.admin, cleared, 'finish_clearing')).code,
    );
    expect(answer).toBe(isSealed ? 'active' : 'validation_failed');
  });
});

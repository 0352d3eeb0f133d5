import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContractFigures } from '../../src/features/dashboard/model.ts';
import { type Contract, ContractSetup, terms } from '../contract/contract-setup.ts';
import type { WebCaller } from '../support/demo-web.ts';

let setup: ContractSetup;

beforeAll(async () => {
  setup = await ContractSetup.open();
});
afterAll(() => setup.close());

async function figures(person: WebCaller, given = ''): Promise<ContractFigures> {
  const { dashboard_contracts: found } = await person.get<{ dashboard_contracts: ContractFigures }>(
    `{ dashboard_contracts(from: "2026-01-01", to: "2026-12-31" ${given}) }`,
  );
  return found;
}

async function remindersOf(contract: Contract, person = setup.admin, given = '') {
  const { reminders } = await figures(person, given);
  return reminders.filter(({ contract_id }) => contract_id === contract.id);
}

/** A contract with a manual reminder that is due. */
async function reminded(day = '2026-07-01', note = 'Preise vergleichen'): Promise<Contract> {
  const contract = await setup.signed({ ...terms, reminder_date: '2099-01-01' });
  await setup.act(contract, 'add_reminder', `type: custom, reminder_date: "${day}", note: "${note}"`);
  await setup.remind('2026-07-02');
  return contract;
}

describe('CON-25 DASH-04 reminders of contracts on the dashboard', () => {
  test('a due reminder is shown with its note until somebody decides', async () => {
    const contract = await reminded();
    expect(await remindersOf(contract)).toMatchObject([
      { type: 'custom', day: '2026-07-01', name: 'Wartung Krane', note: 'Preise vergleichen' },
    ]);
    const [due] = await setup.due(contract);
    await setup.act(contract, 'acknowledge', `reminder_ids: [${due?.id}], decision: keep`);
    expect(await remindersOf(contract)).toEqual([]);
  });

  test('a future reminder is not shown', async () => {
    const contract = await reminded('2026-07-03');
    expect(await remindersOf(contract)).toEqual([]);
  });

  test('the contract’s own reminder shows the notice deadline', async () => {
    const contract = await setup.signed({ ...terms, reminder_date: '2026-06-20' });
    await setup.remind('2026-07-02');
    expect(await remindersOf(contract)).toMatchObject([
      { type: 'cancellation_notice', day: contract.termination_deadline },
    ]);
  });

  test('ROLE-06 DASH-05 is shown to everyone who sees the contract, even if it is not their task, and to no one else', async () => {
    const contract = await reminded();
    await setup.sql(
      `update lb_user set roles = array_cat(roles, array['user-dashboard', 'user-price'])
       where email = any ($1)`,
      [['accountant@demo.test', 'buyer@demo.test']],
    );
    const [accountant, buyer] = await Promise.all([
      setup.demo.person('accountant@demo.test'),
      setup.demo.person('buyer@demo.test'),
    ]);
    expect(await setup.isTask(contract, accountant)).toBe(false);
    expect(await remindersOf(contract, accountant)).toHaveLength(1);
    expect(await remindersOf(contract, buyer)).toEqual([]);
  });

  test('DASH-02 company, department and cost center filter them', async () => {
    const contract = await reminded();
    const { client_id, department_id, cost_center_id } = setup.parties;
    const own = `client: [${client_id}], department: [${department_id}], cost_center: [${cost_center_id}]`;
    expect(await remindersOf(contract, setup.admin, own)).toHaveLength(1);
    for (const key of ['client', 'department', 'cost_center'])
      expect(await remindersOf(contract, setup.admin, `${key}: [999999999]`)).toEqual([]);
  });

  test('the ten oldest are listed, all are counted', async () => {
    const contract = await setup.signed({ ...terms, reminder_date: '2099-01-01' });
    for (let day = 10; day < 22; day += 1)
      await setup.act(contract, 'add_reminder', `type: custom, reminder_date: "2026-03-${day}"`);
    await setup.remind('2026-07-02');
    const { reminders, reminder_count } = await figures(setup.admin);
    expect(reminders).toHaveLength(10);
    expect(reminder_count).toBeGreaterThanOrEqual(12);
    const days = reminders.filter((each) => each.contract_id === contract.id).map(({ day }) => day ?? '');
    expect(days[0]).toBe('2026-03-10');
    expect(days).toEqual(days.toSorted());
  });
});

import { expect, it } from 'vitest';
import { missingSteps, type SetupAnswer } from './setup-steps.ts';

const all: SetupAnswer = {
  ...{ client: true, department: true, cost_center: true, ledger_account: true },
  ...{ people: true, approver: true, roles: true },
  ...{ department_id: 7, cost_center_id: 8, ledger_account_id: 9 },
};

it('AUTH-28 an empty tenant gets all steps, in order', () => {
  const nothing: SetupAnswer = {
    ...{ client: false, department: false, cost_center: false, ledger_account: false },
    ...{ people: false, approver: false, roles: false },
    ...{ department_id: null, cost_center_id: null, ledger_account_id: null },
  };
  expect(missingSteps(nothing).map(({ name }) => name)).toEqual([
    'client',
    'department',
    'cost_center',
    'ledger_account',
    'people',
    'approver',
    'roles',
  ]);
});

it('AUTH-28 existing records that are not linked lead to their form', () => {
  expect(missingSteps(all)).toEqual([]);
  expect(missingSteps({ ...all, cost_center: false })).toEqual([{ name: 'cost_center', waiting: 8 }]);
  expect(missingSteps({ ...all, approver: false })).toEqual([{ name: 'approver', waiting: 7 }]);
});

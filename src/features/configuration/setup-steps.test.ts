import { expect, it } from 'vitest';
import { missingSteps, type SetupAnswer } from './setup-steps.ts';

const nothing: SetupAnswer = {
  client: [],
  department: [],
  cost_center: [],
  ledger_account: [],
  buyer: [],
  buyer_of_client: [],
  buyer_of_department: [],
  approving_client: [],
  department_approver: [],
  cost_center_approver: [],
  supplier_approver: [],
};
const one = [{ id: 1 }];
const all = { client: one, department: one, cost_center: one, ledger_account: one };

it('AUTH-28 an empty tenant is led through everything, in order', () => {
  expect(missingSteps(nothing).map(({ name }) => name)).toEqual([
    'client',
    'department',
    'cost_center',
    'ledger_account',
    'approver',
    'roles',
  ]);
});

it('RDEF-03 whoever places orders may be named by the settings, a company or a department', () => {
  expect(missingSteps({ ...nothing, ...all })).toEqual([{ name: 'roles' }]);
  for (const buyer of ['buyer', 'buyer_of_client', 'buyer_of_department'] as const) {
    expect(missingSteps({ ...nothing, ...all, [buyer]: one })).toEqual([]);
  }
});

it('APPR-06 whoever approves may be linked with a department, a cost center or a supplier', () => {
  const wanted = { ...nothing, ...all, department: [{ id: 7 }], buyer: one, approving_client: one };
  expect(missingSteps(wanted)).toEqual([{ name: 'approver', department: 7 }]);
  for (const link of ['department_approver', 'cost_center_approver', 'supplier_approver'] as const) {
    expect(missingSteps({ ...wanted, [link]: one })).toEqual([]);
  }
});

it('APPR-04 where no company wants approvals, nobody has to approve', () => {
  expect(missingSteps({ ...nothing, ...all, buyer: one })).toEqual([]);
});

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
};
const one = [{ id: 1 }];
const all = { client: one, department: one, cost_center: one, ledger_account: one };

it('AUTH-28 an empty tenant is led through everything, in order', () => {
  expect(missingSteps(nothing).map(({ name }) => name)).toEqual([
    'client',
    'department',
    'cost_center',
    'ledger_account',
    'roles',
  ]);
});

it('RDEF-03 whoever places orders may be named by the settings, a company or a department', () => {
  expect(missingSteps({ ...nothing, ...all })).toEqual([{ name: 'roles' }]);
  for (const buyer of ['buyer', 'buyer_of_client', 'buyer_of_department'] as const) {
    expect(missingSteps({ ...nothing, ...all, [buyer]: one })).toEqual([]);
  }
});

import { expect, test } from 'vitest';
import { withDependents } from './company-head.ts';

const reference = (id: number) => ({ id, name: `Nr. ${id}` });
const of = (department: number, center: number, account: number) => ({
  department: department === 0 ? null : reference(department),
  cost_center: center === 0 ? null : reference(center),
  ledger_account: account === 0 ? null : reference(account),
});

test('PROC-04 restores values that fit the new company, even if they were cleared meanwhile', () => {
  for (const present of [of(0, 0, 0), of(1, 2, 3)])
    expect(withDependents(present, of(1, 2, 3), of(1, 2, 3))).toEqual(of(1, 2, 3));
});

test('PROC-04 clears values that do not fit the new company', () => {
  expect(withDependents(of(1, 2, 3), of(1, 2, 3), of(0, 0, 3))).toEqual(of(0, 0, 3));
});

test('PROC-04 keeps values chosen before the response arrived', () => {
  expect(withDependents(of(4, 0, 0), of(0, 0, 0), of(0, 0, 0))).toEqual(of(4, 0, 0));
  expect(withDependents(of(4, 0, 0), of(1, 2, 3), of(1, 2, 3))).toEqual(of(4, 0, 3));
  expect(withDependents(of(1, 5, 6), of(1, 2, 3), of(1, 2, 3))).toEqual(of(1, 5, 6));
});

import { expect, it } from 'vitest';
import { contract } from '../../../tests/support/contract-situation.ts';
import { checkProblems, isContractFixed, typingProblems } from './rules.ts';

it('TL-10 a contract is read-only once it is cancelled and its end has passed', () => {
  const contract = { status: 'cancelled', end_date: '2025-05-20' } as const;
  expect(isContractFixed(contract, '2025-05-21')).toBe(true);
  expect(isContractFixed(contract, '2025-05-20')).toBe(false);
  expect(isContractFixed({ ...contract, end_date: null }, '2025-05-21')).toBe(false);
  expect(isContractFixed({ ...contract, status: 'active' }, '2025-05-21')).toBe(false);
});

it('VAL-37 a contract without name, partner, company, department or cost center cannot be sent to check', () => {
  expect(checkProblems(contract(), [])).toEqual([]);
  const wanted = ['name', 'supplier_id', 'client_id', 'department_id', 'cost_center_id'] as const;
  for (const field of wanted) {
    const empty = field === 'name' ? '  ' : null;
    expect(checkProblems(contract({ [field]: empty }), [])).toEqual([
      { field, code: 'specific_field_required', values: { field } },
    ]);
    // A draft may be incomplete.
    expect(typingProblems(contract({ [field]: empty }))).toEqual([]);
  }
});

it('VAL-37 a contract cannot end before it begins', () => {
  const days = { term_type: 'fixed', start_date: '2026-02-01', end_date: '2026-01-31' } as const;
  expect(typingProblems(contract(days))).toEqual([{ field: 'end_date', code: 'end_before_start' }]);
  expect(typingProblems(contract({ ...days, end_date: '2026-02-01' }))).toEqual([]);
});

import { expect, it } from 'vitest';
import { isContractFixed } from './rules.ts';

it('TL-10 the text of a contract is fixed once it is cancelled and over', () => {
  const contract = { status: 'cancelled', end_date: '2025-05-20' } as const;
  expect(isContractFixed(contract, '2025-05-21')).toBe(true);
  expect(isContractFixed(contract, '2025-05-20')).toBe(false);
  expect(isContractFixed({ ...contract, end_date: null }, '2025-05-21')).toBe(false);
  expect(isContractFixed({ ...contract, status: 'active' }, '2025-05-21')).toBe(false);
});

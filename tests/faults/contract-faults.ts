import type { CodeFault } from './code-fault.ts';

/** Contracts that end, change or are ordered from otherwise than entitled people said. */
export const contractFaults: readonly CodeFault[] = [
  {
    name: 'who may not approve as much ends a contract alone',
    file: 'src/features/contract/late-ending.ts',
    find: 'limit !== null && compareAmounts(value, limit) > 0',
    replace: 'false',
  },
  {
    name: 'a notice goes to any address without a second person',
    file: 'src/features/contract/late-ending.ts',
    find: 'return recipient !== null && ',
    replace: 'return recipient === null && ',
  },
  {
    name: 'an agreed end binds for years without an amendment',
    file: 'src/features/contract/termination.ts',
    find: 'return agreed > end && ',
    replace: 'return agreed === end && ',
  },
  {
    name: 'the orders of a contract are looked at one by one',
    file: 'src/document/under-contract.ts',
    find: 'sum([own, ...others.map(({ net }) => net)])',
    replace: 'own',
  },
  {
    name: 'an order under a contract that has ended is confirmed unasked',
    file: 'src/features/procurement/ordering.ts',
    find: "return due === null || due === 'cancellation' ? [] : (facts.contractDoubts ?? []);",
    replace: "return facts.contractDoubts && due === 'cancellation' ? facts.contractDoubts : [];",
  },
  {
    name: 'beside an empty account others are exchanged',
    file: 'src/document/approval/covered.ts',
    find: 'if (open.length > 0 && compareAmounts(filled, fillable) <= 0) return [];',
    replace: 'if (open.length > 0 || compareAmounts(filled, fillable) < 0) return [];',
  },
  {
    name: 'a contract changes its currency after its approval',
    file: 'src/document/approval/covered.ts',
    find: 'if (before === undefined || before === after || Object.keys(terms).length === 0) return [];',
    replace: 'if (before !== after || Object.keys(terms).length >= 0) return [];',
  },
  {
    name: 'the currency of a signed contract changes without an amendment',
    file: 'src/features/contract/agreement.ts',
    find: "  'currency',\n",
    replace: '',
  },
  {
    name: 'limits take the number of another currency for that of the company',
    file: 'src/document/facts.ts',
    find: 'return round(times(total, exchange_rate), 2);',
    replace: 'return round(total, 2);',
  },
  {
    name: 'a contract that was put to rest is amended after its end',
    file: 'src/features/contract/termination.ts',
    find: 'return isAtRest(situation) && !isOver;',
    replace: "return isAtRest(situation) && status !== 'expired';",
  },
];

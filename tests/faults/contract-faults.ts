import type { CodeFault } from './code-fault.ts';

/** Faults by which contracts end, change or are ordered from without entitled people. */
export const contractFaults: readonly CodeFault[] = [
  {
    name: 'a person with a lower limit ends a contract alone',
    file: 'src/features/contract/late-ending.ts',
    find: 'limit !== null && compareAmounts(value, limit) > 0',
    replace: 'false',
  },
  {
    name: 'a notice is sent to any address without a second person',
    file: 'src/features/contract/late-ending.ts',
    find: 'return recipient !== null && ',
    replace: 'return recipient === null && ',
  },
  {
    name: 'an agreed end extends the commitment by years without an amendment',
    file: 'src/features/contract/termination.ts',
    find: 'return agreed > end && ',
    replace: 'return agreed === end && ',
  },
  {
    name: 'the orders of a contract are compared with it one by one',
    file: 'src/document/under-contract.ts',
    find: 'sum([own, ...others.map(({ net }) => net)])',
    replace: 'own',
  },
  {
    name: 'an order under an ended contract needs no confirmation',
    file: 'src/features/procurement/ordering.ts',
    find: "return due === null || due === 'cancellation' ? [] : (facts.contractDoubts ?? []);",
    replace: "return facts.contractDoubts && due === 'cancellation' ? facts.contractDoubts : [];",
  },
  {
    name: 'an empty account lets other accounts be exchanged',
    file: 'src/document/approval/covered.ts',
    find: "if (isKnown && compareAmounts(grown, sum([...fillable, allowance ?? '0'])) <= 0) return [];",
    replace: 'if (isKnown) return [];',
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
    name: 'limits are compared with amounts in a foreign currency',
    file: 'src/document/facts.ts',
    find: 'return round(times(total, limitRate(exchange_rate, currency, facts.company)), 2);',
    replace: 'return round(total, 2);',
  },
  {
    name: 'a deactivated contract is amended after its end',
    file: 'src/features/contract/termination.ts',
    find: 'return isAtRest(situation) && !isOver;',
    replace: "return isAtRest(situation) && status !== 'expired';",
  },
];

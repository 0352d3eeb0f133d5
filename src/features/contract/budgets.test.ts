import { describe, expect, it } from 'vitest';
import {
  acted,
  approvedByA,
  contract,
  contractFacts,
  contractSituation,
  signedContract,
  yearlyTerms,
} from '../../../tests/support/contract-situation.ts';
import { company, exceeded } from '../../../tests/support/procurement-situation.ts';
import { isRefusal } from '../../base/refusal.ts';
import type { Contract, ContractFacts } from './model.ts';
import { type ContractInputs, contractFlow } from './steps.ts';

const free = contractFacts();
const draft = () => contract(yearlyTerms);
const checked = (facts = free) => acted(contractSituation('U', draft(), facts), 'to_check', {});
const inClearing = () =>
  acted(contractSituation('R', signedContract(draft())), 'send_to_clearing', { comment: 'Umzug' });
const ended = () =>
  acted(contractSituation('R', signedContract(draft())), 'terminate', {
    notice_sent_on: free.today,
    terminated_on: free.today,
  });

/** Every act after which a contract may count more in budgets, with the contract before it. */
const acts: readonly {
  readonly action: keyof ContractInputs & string;
  readonly by: string;
  readonly document: () => Contract;
  readonly facts?: ContractFacts;
}[] = [
  { action: 'to_check', by: 'U', document: draft },
  { action: 'take_over', by: 'U', document: draft },
  { action: 'to_approval', by: 'R', document: () => checked(approvedByA), facts: approvedByA },
  { action: 'to_signing', by: 'R', document: checked },
  {
    action: 'approve',
    by: 'A',
    document: () => acted(contractSituation('R', checked(approvedByA), approvedByA), 'to_approval', {}),
    facts: approvedByA,
  },
  {
    action: 'sign',
    by: 'R',
    document: () => acted(contractSituation('R', checked()), 'to_signing', {}),
  },
  { action: 'finish_clearing', by: 'K', document: inClearing },
  {
    action: 'resume',
    by: 'R',
    document: () =>
      acted(contractSituation('R', signedContract(draft())), 'pause', { comment: 'Halle steht' }),
  },
  { action: 'revoke_termination', by: 'R', document: ended },
];

function taken({ action, by, document, facts = free }: (typeof acts)[number], when: 'confirm' | 'block') {
  const given: ContractFacts = {
    ...facts,
    company: { ...(facts.company ?? company), when_budget_exceeded: when },
    exceededBudgets: [exceeded],
  };
  const roles = ['user-price', 'user-change-contract', 'user-insert-contract'];
  const situation = contractSituation(by, document(), given, roles);
  return (input: object) => contractFlow.decide(action, situation, { comment: 'Ersatz', ...input });
}

describe('BUD-06 DASH-09 a contract that exceeds a budget', () => {
  it.each(acts)('is asked about at $action, and the answer is in the timeline', (act) => {
    const decide = taken(act, 'confirm');
    const asked = decide({});
    expect(asked).toMatchObject({ code: 'budget_exceeded', values: { budget: 'Büro', amount: '2200.00' } });
    const hash = isRefusal(asked) ? asked.confirm?.hash : undefined;
    const done = decide({ confirmations: [hash] });
    if (isRefusal(done)) throw new Error(done.code);
    expect(done.timeline.entries.map(({ note }) => note?.code)).toContain('budget_exceeded');
  });

  it.each(acts)('APPR-16 is refused at $action where its company blocks that', (act) => {
    const refused = taken(act, 'block')({ confirmations: 'all' });
    expect(refused).toMatchObject({ code: 'budget_exceeded' });
    expect(refused).not.toHaveProperty('confirm');
  });
});

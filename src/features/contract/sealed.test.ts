import { describe, expect, it } from 'vitest';
import {
  acted,
  approvedByA,
  contract,
  contractLine,
  contractSituation,
} from '../../../tests/support/contract-situation.ts';
import { isRefusal } from '../../base/refusal.ts';
import { restartApproval } from './forwarding.ts';
import type { Contract, ContractHead } from './model.ts';
import { totalsOf } from './rules.ts';
import { type ContractInputs, contractFlow } from './steps.ts';

type Change = (document: Contract) => Contract;

const everyRight = ['user-price', 'user-change-contract', 'user-insert-contract', 'user-admin'];
const begun = {
  term_type: 'fixed',
  start_date: '2025-01-01',
  duration: '12',
  duration_unit_type: 'month',
  notice_period: '3',
  notice_period_unit_type: 'month',
} as const;

const at = (name: string, document: Contract) => contractSituation(name, document, approvedByA, everyRight);
const waiting = () =>
  acted(at('R', acted(at('U', contract(begun)), 'to_check', {})), 'to_approval', { confirmations: 'all' });
const approved = () => acted(at('A', waiting()), 'approve', { confirmations: 'all' });
const signed = () => acted(at('R', approved()), 'sign', {});
const cleared = () => acted(at('R', signed()), 'send_to_clearing', { comment: 'Neue Bedingungen' });

const head =
  (change: Partial<ContractHead>): Change =>
  (document) => ({ ...document, head: { ...document.head, ...change } });

const dearer: Change = (document) => {
  const lines = [contractLine({ total: '500000.00' })];
  return { ...document, lines, head: { ...document.head, ...totalsOf(lines) } };
};

/** Changes that exceed the approval of a contract. */
const changes: readonly (readonly [string, Change])[] = [
  ['the value', dearer],
  ['the interval of the value', head({ usage_type: 'monthly' })],
  ['the partner', head({ supplier_id: 8 })],
  ['the company', head({ client_id: 2 })],
  ['the department', head({ department_id: 9 })],
  ['the cost center', head({ cost_center_id: 9 })],
  ['the term', head({ duration: '120' })],
  ['the renewal', head({ renewal_type: 'auto', renewal_duration: '10', renewal_duration_unit_type: 'year' })],
  ['the notice', head({ notice_period: '24', notice_period_unit_type: 'month' })],
  ['the typed end', head({ first_end: '2040-12-31' })],
];

const inputs = {
  sign: {},
  finish_clearing: {},
  terminate: { notice_sent_on: '2025-05-21', terminated_on: '2025-05-24' },
} satisfies Partial<ContractInputs>;

/** The possible actions that bind or end the contract. */
function leaves(document: Contract): readonly string[] {
  return (['sign', 'finish_clearing', 'terminate'] as const).filter((action) =>
    ['R', 'K', 'A', 'U'].some(
      (name) => !isRefusal(contractFlow.decide(action, at(name, document), inputs[action])),
    ),
  );
}

describe('APPR-18 CON-38 content covered by the approval of a contract', () => {
  it('can be signed and terminated while unchanged', () => {
    expect(leaves(approved())).toEqual(['sign']);
    expect(leaves(cleared())).toEqual(['finish_clearing']);
    expect(leaves(signed())).toEqual(['terminate']);
  });

  it.each(changes)(
    '%s: changed after the approval, it cannot be signed, even with all rights',
    (_name, change) => {
      expect(leaves(change(approved()))).toEqual([]);
    },
  );

  it.each(changes)('%s: changed in clearing, it has to be approved and signed again', (_name, change) => {
    const document = change(cleared());
    expect(leaves(document)).toEqual([]);
    const again = acted(at('K', document), 'to_approval', { confirmations: 'all' });
    expect(again.head.status).toBe('contract-approval');
    const anew = acted(at('A', again), 'approve', { confirmations: 'all' });
    expect(leaves(anew)).toEqual(['sign']);
  });

  it.each(changes)('%s: changed while in force, it cannot be terminated', (_name, change) => {
    expect(leaves(change(signed()))).toEqual([]);
  });

  it.each(changes)('%s: changed while waiting for approval, the approval starts again', (_name, change) => {
    const document = change(waiting());
    expect(contractFlow.may('approve', at('A', document))).toMatchObject({ code: 'approval_outgrown' });
    const anew = restartApproval(at('U', document));
    expect(anew).toMatchObject({ status: 'contract-approval' });
  });
});

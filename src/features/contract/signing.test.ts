import { describe, expect, it } from 'vitest';
import {
  acted,
  approvedByA,
  contract,
  contractFacts,
  contractSituation,
} from '../../../tests/support/contract-situation.ts';
import { approver, company, person } from '../../../tests/support/procurement-situation.ts';
import { idOf } from '../../../tests/support/timeline-notation.ts';
import { withAuditEntry } from '../../document/editing.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import type { Contract, ContractFacts } from './model.ts';
import { contractFlow } from './steps.ts';

const terms = {
  term_type: 'fixed',
  start_date: '2025-01-01',
  duration: '12',
  duration_unit_type: 'month',
} as const;

/** R is responsible; B and K may change contracts; the company requires a separate signature. */
const separate: ContractFacts = contractFacts({
  company: { ...company, min_approval: 0, separate_signature: true },
  signers: [idOf('B'), idOf('K')],
});

function signing(facts = separate, details: Parameters<typeof contract>[0] = terms, maker = 'U'): Contract {
  const checked = acted(contractSituation(maker, contract(details), facts), 'to_check', {});
  return acted(contractSituation('R', checked, facts), 'to_signing', {});
}

const passedTo = (name: string, document: Contract, facts = separate) =>
  contractFlow.decide('reassign', contractSituation('R', document, facts), { person_id: idOf(name) });

/** The contract after a person changed it during their own step. */
function changedBy(name: string, document: Contract, facts = separate, field = 'duration'): Contract {
  const situation = contractSituation(name, document, facts);
  const timeline = withAuditEntry(situation, [{ path: field, field, line: null }], true);
  if ('code' in timeline) throw new Error(timeline.code);
  return { ...document, timeline };
}

const mayBeSignedBy = (name: string, document: Contract, facts = separate) =>
  contractFlow.decide('sign', contractSituation(name, document, facts), {});

describe('CON-39 the signer of a contract', () => {
  it('needs the right to sign, both to get the task and to sign', () => {
    const waiting = signing();
    expect(passedTo('U', waiting)).toMatchObject({ code: 'may_not_sign', field: 'person_id' });
    expect(passedTo('B', waiting)).not.toHaveProperty('code');
    const entry = currentEntry(waiting.timeline);
    const entries = waiting.timeline.entries.map((one) =>
      one === entry ? { ...one, lbUserId: idOf('U') } : one,
    );
    const strayed = { ...waiting, timeline: { ...waiting.timeline, entries } };
    expect(mayBeSignedBy('U', strayed)).toMatchObject({ code: 'may_not_sign' });
  });

  it('is not its last editor, if another person may sign and the company requires it', () => {
    const waiting = changedBy('R', signing());
    expect(mayBeSignedBy('R', waiting)).toMatchObject({ code: 'separate_signature' });
    expect(mayBeSignedBy('R', changedBy('B', waiting))).not.toHaveProperty('code');
    const unwanted = { ...separate, company: { ...company, min_approval: 0, separate_signature: false } };
    expect(mayBeSignedBy('R', waiting, unwanted)).not.toHaveProperty('code');
    expect(mayBeSignedBy('R', waiting, { ...separate, signers: [] })).not.toHaveProperty('code');
  });

  it('is not the last editor of its terms either, if another person added a note later', () => {
    const noted = changedBy('B', changedBy('R', signing()), separate, 'notes');
    expect(mayBeSignedBy('R', noted)).toMatchObject({ code: 'separate_signature' });
    expect(mayBeSignedBy('R', changedBy('B', noted))).not.toHaveProperty('code');
  });

  it('APPR-17 is not its last editor while acting as another user either', () => {
    const acting = { ...separate, approval: { ...separate.approval, actors: [idOf('R')] } };
    expect(mayBeSignedBy('R', signing(separate), acting)).toMatchObject({ code: 'separate_signature' });
  });

  it('is not its only approver', () => {
    const facts = {
      ...approvedByA,
      company: { ...company, separate_signature: true },
      signers: [idOf('A'), idOf('B')],
    };
    const checked = acted(
      contractSituation('U', contract({ ...terms, responsible_id: idOf('A') }), facts),
      'to_check',
      {},
    );
    const waiting = acted(contractSituation('A', checked, facts), 'to_approval', { confirmations: 'all' });
    const approved = acted(contractSituation('A', waiting, facts), 'approve', { confirmations: 'all' });
    expect(mayBeSignedBy('A', approved, facts)).toMatchObject({ code: 'separate_signature' });
    expect(passedTo('B', approved, facts)).toMatchObject({ code: expect.any(String) });
    const passed = acted(contractSituation('A', approved, facts), 'reassign', { person_id: idOf('B') });
    expect(mayBeSignedBy('B', passed, facts)).not.toHaveProperty('code');
  });

  it('APPR-10 is not its only approver beside a colleague who was chosen by hand', () => {
    const colleague = person('X', { approves_in_company: false });
    const chosen = [approver('X', null, { inserted_manually: true })];
    const facts = {
      ...approvedByA,
      approval: { ...approvedByA.approval, chosen },
      company: { ...company, separate_signature: true },
      people: new Map([...approvedByA.people, [colleague.id, colleague]]),
      signers: [idOf('A'), idOf('B')],
    };
    const own = contract({ ...terms, responsible_id: idOf('A') });
    let document = acted(contractSituation('U', own, facts), 'to_check', {});
    document = acted(contractSituation('A', document, facts), 'to_approval', { confirmations: 'all' });
    for (const name of ['A', 'X'])
      document = acted(contractSituation(name, document, facts), 'approve', { confirmations: 'all' });
    expect(currentEntry(document.timeline)).toMatchObject({ type: 'contract-signing', lbUserId: idOf('A') });
    expect(mayBeSignedBy('A', document, facts)).toMatchObject({ code: 'separate_signature' });
  });

  it('CON-09 is the responsible person by default, and another one if that person created it', () => {
    expect(currentEntry(signing().timeline)?.lbUserId).toBe(idOf('R'));
    const own = signing(separate, { ...terms, creator_id: idOf('R') }, 'R');
    expect(currentEntry(own.timeline)?.lbUserId).toBe(idOf('B'));
  });
});

describe('APPR-17 a person who changes a contract during its check', () => {
  const both = contractFacts({
    company: { ...company, min_approval: 1, separate_check: true },
    approval: { ...separate.approval, pool: [approver('A', null), approver('B', null)] },
  });
  const waiting = (field: string, facts = both, editor = 'R') => {
    const checked = acted(contractSituation('U', contract(terms), facts), 'to_check', {});
    const changed = changedBy(editor, checked, facts, field);
    return acted(contractSituation('R', changed, facts), 'to_approval', { confirmations: 'all' });
  };
  const approvedBy = (name: string, document: Contract, facts = both) =>
    contractFlow.decide('approve', contractSituation(name, document, facts), { confirmations: 'all' });

  it('is not its only approver while another one may approve', () => {
    const own = waiting('total', both, 'A');
    expect(approvedBy('A', own)).toMatchObject({ code: 'separate_check_required' });
    const passed = acted(contractSituation('A', own, both), 'reassign', { person_id: idOf('B') });
    expect(approvedBy('B', passed)).not.toHaveProperty('code');
  });

  it('is not its only approver either if they changed it in the name of another person', () => {
    const changed = waiting('total');
    const acting = { ...both, approval: { ...both.approval, actorsForOthers: [idOf('A')] } };
    expect(approvedBy('A', changed, acting)).toMatchObject({ code: 'separate_check_required' });
  });

  it('may approve if only internal fields were changed, nobody else may, or the company wants no separation', () => {
    expect(approvedBy('A', waiting('notes', both, 'A'))).not.toHaveProperty('code');
    const alone = { ...both, approval: { ...both.approval, pool: [approver('A', null)] } };
    expect(approvedBy('A', waiting('total', alone, 'A'), alone)).not.toHaveProperty('code');
    const unwanted = { ...both, company: { ...company, min_approval: 1, separate_check: false } };
    expect(approvedBy('A', waiting('total', unwanted, 'A'), unwanted)).not.toHaveProperty('code');
  });
});

describe('CON-39 TL-21 changing a contract', () => {
  it('records an entry with its actor even in their own task, except in a draft', () => {
    const changed = changedBy('R', signing());
    expect(changed.timeline.entries.filter(({ note }) => note?.code === 'document_edited')).toMatchObject([
      { createdBy: idOf('R'), note: { values: { fields: 'duration' } } },
    ]);
    const draft = changedBy('U', contract(terms));
    expect(draft.timeline.entries.some(({ note }) => note !== null)).toBe(false);
  });
});

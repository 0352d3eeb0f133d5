import { describe, expect, it, test } from 'vitest';
import {
  acted,
  approvedByA,
  contract,
  contractFacts,
  contractSituation,
  signedContract,
  yearlyTerms as yearly,
} from '../../../tests/support/contract-situation.ts';
import { idOf } from '../../../tests/support/timeline-notation.ts';
import { violations } from '../../../tests/support/timeline-violations.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import type { Contract, ContractFacts } from './model.ts';
import { contractFlow, editRights } from './steps.ts';

const holder = ({ timeline }: Contract): number | null => currentEntry(timeline)?.lbUserId ?? null;

const signed = (details: Parameters<typeof contract>[0] = yearly, facts = contractFacts()): Contract =>
  signedContract(contract(details), facts);

const offered = (name: string, document: Contract, facts?: ContractFacts, roles?: readonly string[]) =>
  contractFlow.offers(contractSituation(name, document, facts, roles)).map(({ key }) => key);

describe('CON-06 TL-07 flow of a contract', () => {
  it('CON-09 goes to the responsible person for check and signing, and is active from its first day', () => {
    const checked = acted(contractSituation('U', contract(yearly)), 'to_check', {});
    expect([checked.head.status, holder(checked)]).toEqual(['check', idOf('R')]);
    const signing = acted(contractSituation('R', checked), 'to_signing', {});
    expect([signing.head.status, holder(signing)]).toEqual(['signature', idOf('R')]);
    const done = acted(contractSituation('R', signing), 'sign', {});
    expect(done.head.status).toBe('active');
    expect(violations(done.timeline, () => false)).toEqual([]);
  });

  it('can be taken over as already signed, but only by people who may change contracts', () => {
    const roles = ['user-insert-contract', 'user-change-contract'];
    const facts = contractFacts();
    expect(offered('U', contract(yearly), facts, ['user-insert-contract'])).not.toContain('take_over');
    const made = contractSituation('U', contract(yearly), facts, roles);
    expect(contractFlow.offers(made).map(({ key }) => key)).toContain('take_over');
    const taken = acted(made, 'take_over', { comment: 'Ordner 7' });
    expect([taken.head.status, holder(taken)]).toEqual(['active', null]);
    expect(violations(taken.timeline, () => false)).toEqual([]);
    expect(taken.timeline.entries.map(({ type, status }) => [type, status])).toEqual([
      ['contract-start', 'approved'],
      ['comment', 'system'],
      ['contract-signing', 'approved'],
    ]);
    expect(offered('R', taken)).toContain('terminate');
    const incomplete = contractSituation('U', contract({ ...yearly, supplier_id: null }), facts, roles);
    expect(contractFlow.decide('take_over', incomplete, {})).toMatchObject({ code: 'validation_failed' });
  });

  it('is approved between check and signing only if approval is needed', () => {
    const checked = acted(contractSituation('U', contract(yearly), approvedByA), 'to_check', {});
    expect(offered('R', checked, approvedByA)).toContain('to_approval');
    expect(offered('R', checked)).not.toContain('to_approval');
    const asked = acted(contractSituation('R', checked, approvedByA), 'to_approval', {});
    expect([asked.head.status, holder(asked)]).toEqual(['contract-approval', idOf('A')]);
    const approved = acted(contractSituation('A', asked, approvedByA), 'approve', {});
    expect([approved.head.status, holder(approved)]).toEqual(['signature', idOf('R')]);
  });

  it('TASK-06 a declined one is not signed by moving it to a cost center without approvers', () => {
    const checked = acted(contractSituation('U', contract(yearly), approvedByA), 'to_check', {});
    const asked = acted(contractSituation('R', checked, approvedByA), 'to_approval', {});
    const declined = acted(contractSituation('A', asked, approvedByA), 'decline', { comment: 'Zu teuer' });
    const moved = { ...declined, head: { ...declined.head, cost_center_id: 99 } };
    expect(offered('K', moved)).not.toContain('to_signing');
    const refused = contractFlow.decide('to_approval', contractSituation('K', moved), {});
    expect(refused).toMatchObject({ code: 'declined_needs_approval' });
    const again = acted(contractSituation('K', declined, approvedByA), 'to_approval', {});
    const approved = acted(contractSituation('A', again, approvedByA), 'approve', {});
    expect(approved.head.status).toBe('signature');
  });

  it.each([
    ['its rate rises', { exchange_rate: '0.9' }],
    ['its currency changes to one in which it is worth less', { currency: 'GBP', exchange_rate: '0.1' }],
    [
      'its currency changes to that of the company, in which it is worth more',
      { currency: 'EUR', exchange_rate: null },
    ],
  ])('APPR-18 PRICE-07 a contract approved in dollars cannot be signed if %s', (_change, change) => {
    const dollars = { ...yearly, currency: 'USD', exchange_rate: '0.8' };
    const checked = acted(contractSituation('U', contract(dollars), approvedByA), 'to_check', {});
    const asked = acted(contractSituation('R', checked, approvedByA), 'to_approval', {});
    const approved = acted(contractSituation('A', asked, approvedByA), 'approve', {});
    expect(approved.approvals.approved).toMatchObject({ currency: 'USD', rate: '0.8', value: '2496.00' });
    const signing = (head: object) =>
      contractFlow.decide(
        'sign',
        contractSituation('R', { ...approved, head: { ...approved.head, ...head } }, approvedByA),
        {},
      );
    expect(signing({ exchange_rate: '0.79' })).not.toHaveProperty('code');
    expect(signing(change)).toMatchObject({ code: 'approval_outgrown' });
  });

  it('PRICE-07 cannot be forwarded without an exchange rate', () => {
    const dollars = contractSituation('U', contract({ ...yearly, currency: 'USD' }));
    expect(contractFlow.decide('to_check', dollars, {})).toMatchObject({
      problems: [{ field: 'exchange_rate', code: 'specific_field_required' }],
    });
  });

  it('is completed before its first day, and active immediately without one', () => {
    expect(signed({ ...yearly, start_date: '2025-06-01' }).head.status).toBe('completed');
    expect(signed({ ...yearly, start_date: null }).head.status).toBe('active');
  });

  it('can be paused and resumed', () => {
    const paused = acted(contractSituation('R', signed()), 'pause', { comment: 'Halle 4 steht still' });
    expect(paused.head.status).toBe('inactive');
    expect(offered('R', paused)).toContain('resume');
    expect(acted(contractSituation('R', paused), 'resume', {}).head.status).toBe('active');
  });

  it('CON-06 an inactive contract also expires by its dates, without pause or notice afterwards', () => {
    const year = {
      term_type: 'fixed',
      start_date: '2024-06-01',
      duration: '12',
      end_date: '2025-05-31',
    } as const;
    const running = signed({ ...yearly, ...year, duration_unit_type: 'month', renewal_type: 'none' });
    const paused = acted(contractSituation('R', running), 'pause', { comment: 'Halle 4 steht still' });
    const facts = contractFacts({ today: '2025-06-01' });
    expect(offered('R', paused)).toContain('terminate');
    expect(offered('R', paused, facts)).not.toContain('terminate');
    const over = acted(contractSituation('R', paused, facts), 'resume', {});
    expect(over.head.status).toBe('expired');
    expect(offered('R', over, facts)).not.toContain('pause');
  });

  it('AUTH-29 is signed only by its assignee, not while acting as another user', () => {
    const checked = acted(contractSituation('U', contract(yearly)), 'to_check', {});
    const signing = acted(contractSituation('R', checked), 'to_signing', {});
    const situation = contractSituation('R', signing);
    const impersonated = { ...situation, actor: { ...situation.actor, isImpersonated: true } };
    expect(contractFlow.decide('sign', impersonated, {})).toMatchObject({ code: 'permission_denied' });
    const other = contractSituation('U', signing, contractFacts(), ['user-change-contract', 'user-admin']);
    expect(contractFlow.decide('sign', other, {})).toMatchObject({ code: 'not_assignee' });
  });

  it('TASK-05 can go back to clearing once signed, and continues without another signature', () => {
    const clearing = acted(contractSituation('R', signed()), 'send_to_clearing', { comment: 'Neue Preise' });
    expect([clearing.head.status, holder(clearing)]).toEqual(['clearing', idOf('K')]);
    const back = acted(contractSituation('K', clearing), 'finish_clearing', {});
    expect(back.head.status).toBe('active');
  });

  it('VAL-06 cannot be sent to check without its partner', () => {
    const result = contractFlow.decide(
      'to_check',
      contractSituation('U', contract({ ...yearly, supplier_id: null })),
      {},
    );
    expect(result).toMatchObject({ code: 'validation_failed', problems: [{ field: 'supplier_id' }] });
  });

  it('TASK-08 can be discarded only before signing', () => {
    const gone = acted(contractSituation('U', contract(yearly)), 'discard', {});
    expect(gone.head.status).toBe('cancelled');
    expect(offered('R', signed())).not.toContain('discard');
  });
});

describe('ROLE-11 people who may edit a contract', () => {
  const mayEdit = (name: string, document: Contract, roles: readonly string[]) =>
    editRights(contractSituation(name, document, contractFacts(), roles)).head === 'all';

  it('are its creator, then clearing, and people who may change contracts', () => {
    expect(mayEdit('U', contract(yearly), ['user-insert-contract'])).toBe(true);
    expect(mayEdit('U', contract(yearly), [])).toBe(false);
    expect(mayEdit('R', signed(), [])).toBe(false);
    expect(mayEdit('R', signed(), ['user-change-contract'])).toBe(true);
    const clearing = acted(contractSituation('R', signed()), 'send_to_clearing', { comment: 'Neue Preise' });
    expect(mayEdit('K', clearing, [])).toBe(true);
  });

  test('TL-10 are none once it is cancelled and its end has passed', () => {
    const ended = {
      ...signed(),
      head: { ...signed().head, status: 'cancelled', end_date: '2025-05-20' } as const,
    };
    expect(mayEdit('R', ended, ['user-change-contract'])).toBe(false);
  });
});

describe('CON-10 CON-21 CON-28 giving notice', () => {
  const notice = { notice_sent_on: '2025-05-21', terminated_on: '2025-05-24' };

  it('ends the contract at the end that follows from the receipt, with a cancellation as its last entry', () => {
    const ended = acted(contractSituation('R', signed()), 'terminate', notice);
    expect(ended.head).toMatchObject({
      status: 'cancelled',
      end_date: '2025-12-31',
      terminated_on: '2025-05-24',
    });
    expect(ended.timeline.entries.at(-1)?.type).toBe('cancellation');
    expect(violations(ended.timeline, () => false)).toEqual([]);
  });

  it('adds the transit days of a letter', () => {
    const late = contractFacts({ today: '2025-09-28' });
    expect(acted(contractSituation('R', signed(), late), 'terminate', {}).head).toMatchObject({
      notice_sent_on: '2025-09-28',
      terminated_on: '2025-10-01',
      end_date: '2026-12-31',
    });
  });

  it('accepts another end only with a special right and a reason', () => {
    const sooner = { ...notice, agreed_end: '2025-07-31' };
    const decide = (document: Contract, input: object) =>
      contractFlow.decide('terminate', contractSituation('R', document), { ...sooner, ...input });
    expect(decide(signed(), { comment: 'einvernehmlich' })).toMatchObject({
      problems: [{ field: 'agreed_end', code: 'no_edit_permission' }],
    });
    const special = signed({ ...yearly, termination_special_right: 'Bei Schließung der Halle' });
    expect(decide(special, {})).toMatchObject({ code: 'comment_required' });
    const ended = acted(contractSituation('R', special), 'terminate', { ...sooner, comment: 'Halle zu' });
    expect(ended.head).toMatchObject({ end_date: '2025-07-31', agreed_end: '2025-07-31' });
  });

  it('AUTH-29 is refused while acting as another user, and to uninvolved people', () => {
    const situation = contractSituation('R', signed());
    const impersonated = { ...situation, actor: { ...situation.actor, isImpersonated: true } };
    expect(contractFlow.decide('terminate', impersonated, notice)).toMatchObject({
      code: 'permission_denied',
    });
    expect(offered('X', signed())).not.toContain('terminate');
  });

  it('refuses a receipt before the letter was written', () => {
    const result = contractFlow.decide('terminate', contractSituation('R', signed()), {
      notice_sent_on: '2025-05-21',
      terminated_on: '2025-05-20',
    });
    expect(result).toMatchObject({ problems: [{ field: 'terminated_on', code: 'notice_before_letter' }] });
  });

  it('can be revoked by clearing until the end, and the contract continues', () => {
    const ended = acted(contractSituation('R', signed()), 'terminate', notice);
    expect(offered('X', ended)).not.toContain('revoke_termination');
    const clearing = acted(contractSituation('K', ended), 'revoke_termination', { comment: 'Neues Angebot' });
    expect(clearing.head).toMatchObject({ status: 'clearing', terminated_on: null, end_date: '2025-12-31' });
    expect(violations(clearing.timeline, () => false)).toEqual([]);
    expect(acted(contractSituation('K', clearing), 'finish_clearing', {}).head.status).toBe('active');
    const over = contractFacts({ today: '2026-01-01' });
    expect(offered('K', ended, over)).not.toContain('revoke_termination');
  });

  it('can be confirmed by the partner', () => {
    const ended = acted(contractSituation('R', signed()), 'terminate', notice);
    const confirmed = acted(contractSituation('R', ended), 'confirm_termination', {
      termination_confirmed_on: '2025-05-30',
    });
    expect(confirmed.head).toMatchObject({ status: 'cancelled', termination_confirmed_on: '2025-05-30' });
    expect(offered('R', confirmed)).not.toContain('confirm_termination');
  });
});

describe('CON-10 CON-28 day of receipt of a notice', () => {
  const facts = contractFacts();
  const ended = () =>
    acted(contractSituation('R', signed()), 'terminate', {
      notice_sent_on: facts.today,
      terminated_on: facts.today,
    });

  it('can be corrected by people responsible for the contract until its end', () => {
    const document = ended();
    const end = document.head.end_date;
    expect(offered('R', document)).toContain('correct_receipt');
    expect(offered('N', document)).not.toContain('correct_receipt');
    const late = acted(contractSituation('R', document), 'correct_receipt', {
      terminated_on: '2025-11-30',
      comment: 'Kam später an',
    });
    expect(late.head.terminated_on).toBe('2025-11-30');
    expect(late.head.end_date).not.toBe(end);
    expect(late.timeline.entries.at(-1)).toMatchObject({ note: { code: 'receipt_corrected' } });
    expect(offered('R', document, contractFacts({ today: '2031-01-01' }))).not.toContain('correct_receipt');
  });

  it('does not move an agreed end', () => {
    const document = ended();
    const agreed = {
      ...document,
      head: { ...document.head, agreed_end: '2025-08-31', end_date: '2025-08-31' },
    };
    const late = acted(contractSituation('R', agreed), 'correct_receipt', { terminated_on: '2025-07-30' });
    expect(late.head).toMatchObject({ terminated_on: '2025-07-30', end_date: '2025-08-31' });
  });
});

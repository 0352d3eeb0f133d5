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
import { idOf } from '../../../tests/support/timeline-notation.ts';
import { violations } from '../../../tests/support/timeline-violations.ts';
import { addDays } from '../../base/day.ts';
import { isRefusal } from '../../base/refusal.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import type { Contract, ContractFacts } from './model.ts';
import { contractFlow } from './steps.ts';

/** R is responsible; B may also change contracts. */
const two: ContractFacts = contractFacts({ signers: [idOf('B')] });
const { today } = two;
const past = { notice_sent_on: addDays(today, -9), terminated_on: addDays(today, -6) };

const running = (facts = two): Contract => signedContract(contract(yearlyTerms), facts);

const at = (name: string, document: Contract, facts = two) => contractSituation(name, document, facts);
const notes = ({ timeline }: Contract) => timeline.entries.flatMap(({ note }) => note?.code ?? []);

describe('CON-40 a notice dated in the past', () => {
  it('needs a reason', () => {
    expect(contractFlow.decide('terminate', at('R', running()), past)).toMatchObject({
      code: 'comment_required',
    });
  });

  it('waits for a second person, and the contract continues until confirmation', () => {
    const waiting = acted(at('R', running()), 'terminate', { ...past, comment: 'Rückschein' });
    expect(waiting.head).toMatchObject({ status: 'clearing', terminated_on: null, end_date: null });
    expect(currentEntry(waiting.timeline)).toMatchObject({ type: 'contract-clearing', lbUserId: idOf('B') });
    const noted = waiting.timeline.entries.find(({ note }) => note?.code === 'ending_proposed');
    expect(noted).toMatchObject({
      comment: 'Rückschein',
      note: { values: { terminated_on: past.terminated_on, end: '2025-12-31' } },
    });
    const ended = acted(at('B', waiting), 'confirm_ending', {});
    expect(ended.head).toMatchObject({ status: 'cancelled', ...past, end_date: '2025-12-31' });
    expect(notes(ended)).toEqual(['ending_proposed', 'ending_confirmed', 'notice_given']);
    expect(violations(ended.timeline, () => false)).toEqual([]);
  });

  it('cannot be confirmed by its proposer, and the contract continues if it is not confirmed', () => {
    const waiting = acted(at('R', running()), 'terminate', { ...past, comment: 'Rückschein' });
    const passed = acted(at('B', waiting), 'reassign', { person_id: idOf('R') });
    expect(contractFlow.decide('confirm_ending', at('R', passed), {})).toMatchObject({
      code: 'ending_needs_second_person',
    });
    const acting = { ...two, approval: { ...two.approval, actors: [idOf('B')] } };
    expect(contractFlow.decide('confirm_ending', at('B', waiting, acting), {})).toMatchObject({
      code: 'ending_needs_second_person',
    });
    const kept = acted(at('B', waiting), 'finish_clearing', {});
    expect(kept.head).toMatchObject({ status: 'active', terminated_on: null });
    expect(contractFlow.offers(at('B', kept)).map(({ key }) => key)).not.toContain('confirm_ending');
  });

  it('takes effect immediately if no second person is entitled, with its days in the timeline', () => {
    const alone = contractFacts();
    const ended = acted(at('R', running(alone), alone), 'terminate', { ...past, comment: 'Rückschein' });
    expect(ended.head.status).toBe('cancelled');
    expect(notes(ended)).toEqual(['ending_late', 'notice_given']);
  });

  it('needs no reason and no second person if it arrives today or later', () => {
    const ended = acted(at('R', running()), 'terminate', { notice_sent_on: today, terminated_on: today });
    expect(ended.head.status).toBe('cancelled');
  });
});

describe('CON-40 an end that moves after the notice', () => {
  const noticed = () =>
    acted(at('R', running()), 'terminate', { notice_sent_on: today, terminated_on: today });
  const later = { terminated_on: '2025-11-03' };

  it('needs a reason, and another person than the one who gave notice', () => {
    const reasoned = { ...later, comment: 'Kam später an' };
    expect(contractFlow.decide('correct_receipt', at('B', noticed()), later)).toMatchObject({
      code: expect.any(String),
    });
    const roles = ['user-change-contract'];
    const by = (name: string, input: object) =>
      contractFlow.decide('correct_receipt', contractSituation(name, noticed(), two, roles), input);
    expect(by('B', later)).toMatchObject({ code: 'comment_required' });
    expect(by('R', reasoned)).toMatchObject({ code: 'ending_needs_second_person' });
    expect(by('B', reasoned)).toMatchObject({ head: { end_date: '2026-12-31' } });
  });

  it('needs no reason and no second person if the end stays the same', () => {
    const corrected = contractFlow.decide('correct_receipt', at('R', noticed()), {
      terminated_on: addDays(today, 1),
    });
    expect(corrected).toMatchObject({ head: { terminated_on: addDays(today, 1) } });
  });
});

describe('CON-36 an ending above the limit of the person giving notice, or to an unknown address', () => {
  const fromToday = { notice_sent_on: today, terminated_on: today };
  const rLimited = (limit: string): ContractFacts => {
    const r = two.people.get(idOf('R'));
    if (r === undefined) throw new Error('no person is responsible');
    return { ...two, people: new Map(two.people).set(r.id, { ...r, approval_limit: limit }) };
  };
  const mailed = (recipient: string | null) => ({ letter: { channel: 'email' as const, recipient } });

  it('waits for a second person if it exceeds that limit, and needs no reason', () => {
    const waiting = acted(at('R', running(), rLimited('3119.99')), 'terminate', fromToday);
    expect(waiting.head).toMatchObject({ status: 'clearing', terminated_on: null });
    expect(acted(at('B', waiting), 'confirm_ending', {}).head).toMatchObject({
      status: 'cancelled',
      ...fromToday,
    });
    const within = acted(at('R', running(), rLimited('3120.00')), 'terminate', fromToday);
    expect(within.head.status).toBe('cancelled');
  });

  it('waits with its letter if the address is not in master data, and shows the address', () => {
    const input = { ...fromToday, ...mailed('fremd@anders.example') };
    const waiting = acted(at('R', running()), 'terminate', input);
    expect(notes(waiting)).toEqual(['ending_recipient', 'ending_proposed']);
    const confirmed = contractFlow.decide('confirm_ending', at('B', waiting), {});
    expect(confirmed).toMatchObject({ letter: { channel: 'email', recipient: 'fremd@anders.example' } });
    const known = acted(at('R', running()), 'terminate', {
      ...fromToday,
      ...mailed('Kuendigung@kran.example'),
    });
    expect(known.head.status).toBe('cancelled');
  });

  it('is dated by the day on which the second person releases the letter', () => {
    const input = { ...fromToday, ...mailed('fremd@anders.example') };
    const waiting = acted(at('R', running()), 'terminate', input);
    const later = { ...two, today: addDays(today, 2) };
    expect(acted(at('B', waiting, later), 'confirm_ending', {}).head).toMatchObject({
      notice_sent_on: addDays(today, 2),
      terminated_on: addDays(today, 2),
    });
  });

  it('a later letter to such an address is sent by another person than the one who gave notice', () => {
    const ended = acted(at('R', running()), 'terminate', fromToday);
    const send = (name: string, recipient: string | null) =>
      contractFlow.decide(
        'send_letter',
        contractSituation(name, ended, two, ['user-change-contract']),
        mailed(recipient),
      );
    expect(send('R', 'fremd@anders.example')).toMatchObject({ code: 'ending_needs_second_person' });
    expect(send('B', 'fremd@anders.example')).toMatchObject({
      letter: { recipient: 'fremd@anders.example' },
    });
    expect(send('R', null)).toMatchObject({ letter: { recipient: 'kuendigung@kran.example' } });
  });

  it('continues immediately if no other person may confirm it', () => {
    const alone = contractFacts();
    const ended = acted(at('R', running(alone), alone), 'terminate', {
      ...fromToday,
      ...mailed('fremd@anders.example'),
    });
    expect(ended.head.status).toBe('cancelled');
  });
});

it('CON-38 CON-39 an agreed end that commits to more than the notice is refused, because it requires an amendment', () => {
  const special = contract({
    ...yearlyTerms,
    usage_type: 'yearly',
    termination_special_right: 'Nach Absprache',
  });
  const checked = acted(at('U', special), 'to_check', {});
  const signed = acted(at('R', acted(at('R', checked), 'to_signing', {})), 'sign', {});
  const until = (agreed_end: string) =>
    contractFlow.decide('terminate', at('R', signed), {
      ...{ notice_sent_on: today, terminated_on: today, comment: 'Vereinbart' },
      agreed_end,
    });
  expect(until('2026-01-01')).toMatchObject({ code: 'contract_signed', field: 'agreed_end' });
  expect(until('2025-11-30')).toMatchObject({ head: { end_date: '2025-11-30' } });
});

it('APPR-18 CON-31 the letter of a renewed contract is sent, because the notice does not change what was approved', () => {
  const then = { ...approvedByA, today: '2023-01-10', signers: [idOf('B')] };
  const now = { ...then, today: '2025-08-01' };
  const yearly = contract({ ...yearlyTerms, start_date: '2023-01-01', usage_type: 'yearly' });
  const checked = acted(at('U', yearly, then), 'to_check', {});
  const asked = acted(at('R', checked, then), 'to_approval', {});
  const signed = acted(at('R', acted(at('A', asked, then), 'approve', {}), then), 'sign', {});
  const ended = acted(at('R', signed, now), 'terminate', {
    notice_sent_on: now.today,
    terminated_on: now.today,
  });
  expect(ended.head).toMatchObject({ status: 'cancelled', end_date: '2025-12-31' });
  const sent = contractFlow.decide('send_letter', at('R', ended, now), { letter: { channel: 'post' } });
  expect(sent).toMatchObject({ letter: { channel: 'post', ends_on: '2025-12-31' } });
});

describe('CON-31 a letter for a notice that is recorded', () => {
  const letter = { channel: 'email' as const };
  const withLetter = (letterState: Contract['letterState']): Contract => ({
    ...acted(at('R', running()), 'terminate', { notice_sent_on: today, terminated_on: today }),
    letterState,
  });
  const send = (state: Contract['letterState'], confirmations: string[] = []) =>
    contractFlow.decide('send_letter', at('R', withLetter(state)), { letter, confirmations, comment: 'Fax' });
  const added = (result: ReturnType<typeof send>) =>
    isRefusal(result) ? [] : result.timeline.entries.filter(({ note }) => note?.code.startsWith('letter_'));

  it.each([null, 'failed', 'posted'] as const)(
    'TL-21 leaves an entry with its sender and comment, after a letter in state %s',
    (state) => {
      const result = send(state);
      expect(result).toMatchObject({ letter: { channel: 'email' } });
      expect(added(result)).toMatchObject([
        { note: { code: 'letter_ordered' }, createdBy: idOf('R'), comment: 'Fax' },
      ]);
    },
  );

  it('PROC-17 that may have arrived is sent again only once a person has confirmed it, and the timeline names the person', () => {
    const asked = send('uncertain');
    expect(asked).toMatchObject({ code: 'letter_uncertain', confirm: {} });
    const hash = isRefusal(asked) ? (asked.confirm?.hash ?? '') : '';
    expect(added(send('uncertain', [hash]))).toMatchObject([
      { note: { code: 'letter_uncertain' }, createdBy: idOf('R') },
      { note: { code: 'letter_ordered' }, createdBy: idOf('R') },
    ]);
  });
});

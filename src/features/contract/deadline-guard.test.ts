import { describe, expect, it } from 'vitest';
import {
  acted,
  contract,
  contractFacts,
  contractLine,
  contractSituation,
  signedContract,
  yearlyFrom2026 as terms,
} from '../../../tests/support/contract-situation.ts';
import { idOf } from '../../../tests/support/timeline-notation.ts';
import type { Contract } from './model.ts';
import { stakeOf } from './stake.ts';
import { contractFlow } from './steps.ts';
import { noticeFormOf } from './termination.ts';

const value = [contractLine({ total: '11934.00', usage_type: 'yearly' })];
/** Saturday before the deadline; B may also change contracts. */
const facts = contractFacts({ today: '2026-11-28', signers: [idOf('B')] });

const running = (): Contract => signedContract(contract(terms, value), facts);

const notice = (input: object) =>
  contractFlow.decide('terminate', contractSituation('R', running(), facts), input as never);

describe('CON-28 CON-32 a notice two days before the deadline', () => {
  it('CON-28 sent as an email arrives on the same day, and letter and record name the earliest end', () =>
    expect(notice({ letter: { channel: 'email' } })).toMatchObject({
      head: { terminated_on: '2026-11-28', notice_form: 'email', end_date: '2026-12-31' },
      letter: { ends_on: '2026-12-31', receipt_by: '2026-11-30' },
    }));

  it('CON-28 sent as a letter arrives after the transit days, and ends a year later', () =>
    expect(notice({ letter: { channel: 'post' } })).toMatchObject({
      head: { terminated_on: '2026-12-01', notice_form: 'letter', end_date: '2027-12-31' },
      letter: { ends_on: '2027-12-31', receipt_by: '2027-11-30' },
    }));

  it.each([
    [{ letter: { channel: 'email' }, notice_form: 'letter' }, 'email'],
    [{ letter: { channel: 'post' }, notice_form: 'fax' }, 'letter'],
    [{ letter: { channel: 'post' }, notice_form: 'registered_letter' }, 'registered_letter'],
    [{ notice_form: 'portal' }, 'portal'],
    [{}, 'letter'],
  ] as const)('CON-28 the form of %o is %s', (input, form) => expect(noticeFormOf(input)).toBe(form));

  it('CON-32 without a term the record ends on the day that the letter names', () => {
    const typed = { next_possible_contract_end: '2026-12-31', termination_deadline: '2026-11-30' };
    const open = contract({ term_type: 'none', start_date: '2026-01-01', ...typed, end_date: '2027-12-31' });
    const checked = acted(contractSituation('U', open, facts), 'to_check', {});
    const signing = acted(contractSituation('R', checked, facts), 'to_signing', {});
    const signed = acted(contractSituation('R', signing, facts), 'sign', {});
    const input = { letter: { channel: 'email' } } as const;
    expect(contractFlow.decide('terminate', contractSituation('R', signed, facts), input)).toMatchObject({
      head: { end_date: '2026-12-31' },
      letter: { ends_on: '2026-12-31' },
    });
  });
});

it('CON-10 CON-20 a notice taken back restores the typed days of a contract without a term', () => {
  const typed = { next_possible_contract_end: '2026-12-31', termination_deadline: '2026-11-30' };
  const open = contract({ term_type: 'none', start_date: '2026-01-01', ...typed, end_date: '2027-12-31' });
  const signed = signedContract(open, facts);
  const ended = acted(contractSituation('R', signed, facts), 'terminate', { letter: { channel: 'email' } });
  expect(ended.head.end_date).toBe('2026-12-31');
  const revoking = contractSituation('R', ended, facts);
  expect(acted(revoking, 'revoke_termination', { comment: 'Neue Preise' }).head).toMatchObject({
    ...typed,
    end_date: '2027-12-31',
    terminated_on: null,
  });
});

it('CON-10 the timeline names the day to which notice was given', () => {
  const ended = acted(contractSituation('R', running(), facts), 'terminate', {
    letter: { channel: 'email' },
  });
  expect(ended.timeline.entries.at(-1)).toMatchObject({
    type: 'cancellation',
    note: { code: 'notice_given', values: { day: '2026-12-31' } },
  });
});

describe('CON-32 the amount at stake', () => {
  it('CON-32 a notice a day after the deadline costs the renewed term', () =>
    expect(stakeOf(running(), { today: '2026-11-28', company: null })).toEqual({
      end: '2026-12-31',
      laterEnd: '2027-12-31',
      net: '11934.00',
    }));

  it('CON-32 is counted in the currency of the company', () => {
    const { head, lines } = running();
    const dollars = { head: { ...head, currency: 'USD', exchange_rate: '0.5' }, lines };
    expect(stakeOf(dollars, { today: '2026-11-28', company: null })?.net).toBe('5967.00');
  });

  it('PRICE-07 has no amount while the rate is unknown', () => {
    const { head, lines } = running();
    const dollars = { head: { ...head, currency: 'USD', exchange_rate: null }, lines };
    const company = { currency: 'EUR', federal_state: null };
    expect(stakeOf(dollars, { today: '2026-11-28', company })).toEqual({
      end: '2026-12-31',
      laterEnd: '2027-12-31',
      net: null,
    });
  });

  it('CON-32 a notice in time costs nothing', () =>
    expect(stakeOf(running(), { today: '2026-11-28', company: null, received: '2026-11-30' })).toBeNull());
});

describe('CON-32 a corrected receipt', () => {
  const late = acted(contractSituation('R', running(), facts), 'terminate', { letter: { channel: 'post' } });
  const sent = { ...late, letterState: 'posted' as const };
  const correct = (name: string, letter?: object) =>
    contractFlow.decide(
      'correct_receipt',
      contractSituation(name, sent, contractFacts({ ...facts, today: '2026-11-30' }), [
        'user-change-contract',
      ]),
      { terminated_on: '2026-11-30', comment: 'Zustellung laut Rückschein', letter: letter as never },
    );

  it('CON-32 can send a new letter with the end that follows from it', () =>
    expect(correct('B', { channel: 'post' })).toMatchObject({
      head: { end_date: '2026-12-31' },
      letter: { ends_on: '2026-12-31', receipt_by: '2026-11-30', written_on: '2026-11-30' },
    }));

  it('CON-32 sends no letter if none is chosen', () => expect(correct('B')).not.toHaveProperty('letter'));

  it('CON-36 a new letter to an address that is not the partner’s needs a person who had no part in the notice', () => {
    expect(correct('R', { channel: 'email', recipient: 'fremd@kran.example' })).toMatchObject({
      code: 'ending_needs_second_person',
    });
    expect(correct('B', { channel: 'email', recipient: 'fremd@kran.example' })).toHaveProperty('letter');
  });
});

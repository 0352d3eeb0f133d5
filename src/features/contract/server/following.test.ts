import { describe, expect, it } from 'vitest';
import {
  acted,
  contract,
  contractFacts,
  contractSituation,
} from '../../../../tests/support/contract-situation.ts';
import { contractDates } from '../contract-dates.ts';
import type { Contract } from '../model.ts';
import { following } from './following.ts';

const draft = contract({
  ...{ term_type: 'fixed', start_date: '2026-01-01', duration: '12', duration_unit_type: 'month' },
  ...{ renewal_type: 'auto', renewal_duration: '12', renewal_duration_unit_type: 'month' },
  ...{ notice_period: '1', notice_period_unit_type: 'month' },
});
const at = (name: string, document: Contract) =>
  contractSituation(name, document, contractFacts(), ['user-change-contract']);
const checked = acted(at('U', draft), 'to_check', {});
const signed = acted(at('R', acted(at('R', checked), 'to_signing', {})), 'sign', {});
const inClearing = acted(at('R', signed), 'send_to_clearing', { comment: 'Neue Bedingungen' });

const save = (changes: object, { head, lines, timeline }: Contract = signed) => {
  const stored = { ...head, ...contractDates(head, '2026-11-30', null) };
  return following(
    { head: stored, timeline },
    { head: { ...stored, ...changes }, lines },
    { today: '2026-12-01', ofCompany: null },
    false,
  ).head.termination_deadline;
};

describe('CON-33 a save before the daily job', () => {
  it('CON-33 keeps a missed deadline, so that the job can record it', () =>
    expect(save({ notes: 'Angerufen' })).toBe('2026-11-30'));

  it('CON-33 keeps it as well where the signed contract is in clearing', () => {
    expect(inClearing.head.status).toBe('clearing');
    expect(save({ notes: 'Angerufen' }, inClearing)).toBe('2026-11-30');
  });

  it('CON-13 moves the deadline where the terms change, or the contract is not signed', () => {
    expect(save({ notice_period: '2' })).toBe('2027-10-31');
    expect(save({ notes: 'Angerufen' }, draft)).toBe('2027-11-30');
  });
});

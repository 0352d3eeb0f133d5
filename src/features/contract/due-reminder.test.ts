import { describe, expect, it } from 'vitest';
import {
  acted,
  contract,
  contractFacts,
  contractSituation,
} from '../../../tests/support/contract-situation.ts';
import { idOf } from '../../../tests/support/timeline-notation.ts';
import type { Day } from '../../base/day.ts';
import {
  type DueReminder,
  type DueReminderType,
  decisionsFor,
  isWorthReminder,
  repeatOn,
} from './due-reminder.ts';
import { contractFlow } from './steps.ts';
import type { ReminderType } from './term/reminders.ts';

describe('CON-25 possible decisions about a reminder', () => {
  const running = { status: 'active', terminated_on: null };
  const of = (...types: DueReminderType[]) => types.map((type) => ({ type }));

  it('are only about continuing the contract if the reminder is about its end', () =>
    expect(decisionsFor(of('custom', 'cancellation_notice'), running)).toEqual([
      'keep',
      'renegotiate',
      'terminate',
    ]));

  it('include "noted" if the reminder is not about its end', () =>
    expect(decisionsFor(of('invoice_missing'), running)[0]).toBe('noted'));

  it.each([
    [{ status: 'cancelled', terminated_on: '2026-01-01' }],
    [{ status: 'expired', terminated_on: null }],
  ])('are only "noted" for a terminated or expired contract: %o', (over) =>
    expect(decisionsFor(of('contract_end'), over)).toEqual(['noted']),
  );
});

describe('CON-24 contracts with reminders', () => {
  const all: readonly ReminderType[] = ['contract_end', 'cancellation_notice', 'invoice_missing', 'custom'];
  const worth = (status: string, is_in_force: boolean, terminated_on: string | null = null) =>
    all.filter((type) => isWorthReminder(type, { status, is_in_force, terminated_on }));

  it.each<[string, boolean, string | null, readonly ReminderType[]]>([
    ['active', true, null, all],
    ['inactive', true, null, ['contract_end', 'cancellation_notice', 'custom']],
    // A running contract in clearing keeps its deadline.
    ['clearing', true, null, all],
    ['check', false, null, ['custom']],
    ['cancelled', false, '2026-01-01', ['contract_end', 'invoice_missing', 'custom']],
    ['cancelled', false, null, []],
    ['expired', false, null, ['contract_end', 'invoice_missing', 'custom']],
  ])('%s, in force: %s, terminated on %s', (status, isInForce, terminated, types) =>
    expect(worth(status, isInForce, terminated)).toEqual(types),
  );
});

describe('CON-25 people who decide about a reminder', () => {
  const due: DueReminder = {
    id: 1,
    type: 'cancellation_notice',
    day: '2026-01-01',
    meant: null,
    is_wide: false,
    lb_user_id: null,
  };
  const reminded = { ...signed(), dueReminders: [due] };
  const input = { reminder_ids: [1], decision: 'keep' } as const;
  const decide = (name: string, document = reminded, roles: readonly string[] = []) =>
    contractFlow.decide('acknowledge', contractSituation(name, document, contractFacts(), roles), input);

  it('are the responsible person or else the creator, and people who may change contracts', () => {
    expect(decide('R')).toMatchObject({ acknowledged: { ids: [1], decision: 'keep' } });
    expect(decide('U')).toMatchObject({ code: 'step_not_possible' });
    expect(decide('U', { ...reminded, head: { ...reminded.head, responsible_id: null } })).toMatchObject({
      acknowledged: { ids: [1] },
    });
    expect(decide('K', reminded, ['user-change-contract'])).toMatchObject({ acknowledged: { ids: [1] } });
    const forK = { ...reminded, dueReminders: [{ ...due, lb_user_id: idOf('K') }] };
    expect(decide('K', forK)).toMatchObject({ acknowledged: { ids: [1] } });
  });

  it('AUTH-29 cannot decide while acting as another user', () => {
    const situation = contractSituation('R', reminded);
    const acting = { ...situation, actor: { ...situation.actor, isImpersonated: true } };
    expect(contractFlow.decide('acknowledge', acting, input)).toMatchObject({ code: 'permission_denied' });
    expect(contractFlow.decide('terminate', acting, { letter: { channel: 'post' } })).toMatchObject({
      code: 'permission_denied',
    });
  });

  it('CON-34 are also substitutes of the reminded person, once the reminder goes to them', () => {
    const people = new Map(contractFacts().people);
    const reminded = people.get(idOf('R'));
    if (reminded) people.set(idOf('R'), { ...reminded, substitute_id: idOf('U') });
    const decideAsU = (is_wide: boolean) =>
      contractFlow.decide(
        'acknowledge',
        contractSituation(
          'U',
          { ...signed(), dueReminders: [{ ...due, is_wide }] },
          contractFacts({ people }),
        ),
        input,
      );
    expect(decideAsU(true)).toMatchObject({ acknowledged: { ids: [1], decision: 'keep' } });
    expect(decideAsU(false)).toMatchObject({ code: 'step_not_possible' });
  });

  it.each<[Day, Day | null]>([
    ['2026-11-12', null],
    ['2026-11-13', '2026-11-13'],
    ['2026-11-21', '2026-11-20'],
    ['2026-11-25', '2026-11-25'],
    ['2026-11-30', '2026-11-25'],
  ])('CON-34 on %s a reminder with the last safe day 2026-11-27 has come again on %s', (today, day) => {
    expect(repeatOn('2026-10-01', '2026-11-27', today)).toBe(day);
    expect(repeatOn('2026-11-25', '2026-11-27', today)).toBeNull();
  });

  it('get a refusal if the reminder is already decided', () =>
    expect(
      contractFlow.decide('acknowledge', contractSituation('R', reminded), { ...input, reminder_ids: [9] }),
    ).toMatchObject({ code: 'reminder_decided' }));
});

/** A contract signed by R, without an open task. */
function signed() {
  let document = contract({
    term_type: 'indefinite',
    start_date: '2020-01-01',
    notice_period: '3',
    notice_period_unit_type: 'month',
  });
  const as = (name: string) => contractSituation(name, document, contractFacts(), ['user-insert-contract']);
  document = acted(as('U'), 'to_check', {});
  document = acted(as('R'), 'to_signing', {});
  return acted(as('R'), 'sign', {});
}

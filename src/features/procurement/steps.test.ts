import { describe, expect, it } from 'vitest';
import {
  approved,
  ordered,
  refusal,
  submitted,
  unselected,
  withHead,
} from '../../../tests/support/procurement-setups.ts';
import {
  acted,
  actor,
  approver,
  draft,
  facts,
  line,
  person,
  situation,
} from '../../../tests/support/procurement-situation.ts';
import { idOf, written } from '../../../tests/support/timeline-notation.ts';
import { currentEntry } from '../../timeline/timeline.ts';
import type { ProcurementFacts, ProcurementSituation } from './facts.ts';
import type { Procurement } from './model.ts';
import { may, offers } from './steps.ts';

describe('who may act', () => {
  const document = submitted();

  it('TASK-01 ROLE-12 only the assignee may act; the refusal names the assignee', () => {
    for (const name of ['B', 'C', 'U', 'X']) {
      expect(may('approve', situation(document, name))).toMatchObject({
        code: 'not_assignee',
        values: { name: 'A' },
      });
    }
    expect(may('approve', situation(document, 'A'))).toBe(true);
  });

  it('ROLE-12 an administrator may reassign but not act', () => {
    const admin = situation(document, 'X', { roles: ['user-admin'] });
    expect(may('approve', admin)).toMatchObject({ code: 'not_assignee' });
    expect(may('decline', admin)).toMatchObject({ code: 'not_assignee' });
    expect(may('reassign', admin)).toBe(true);
    expect(may('reassign', situation(document, 'X'))).toMatchObject({ code: 'not_assignee' });
  });

  it('AUTH-29 refuses to approve, decline or order as another person', () => {
    const asAnother = { isImpersonated: true };
    expect(may('approve', situation(document, 'A', asAnother))).toMatchObject({ code: 'permission_denied' });
    expect(may('decline', situation(document, 'A', asAnother))).toMatchObject({ code: 'permission_denied' });
    expect(may('confirm_order', situation(approved(), 'C', asAnother))).toMatchObject({
      code: 'permission_denied',
    });
    expect(may('send_to_clearing', situation(document, 'A', asAnother))).toBe(true);
  });

  it('refuses an action of another step', () => {
    expect(may('complete_order', situation(document, 'A'))).toMatchObject({ code: 'step_not_possible' });
    expect(may('submit', situation(document, 'U'))).toMatchObject({ code: 'step_not_possible' });
  });
});

describe('groups', () => {
  const given = facts({ approval: { ...facts().approval, pool: [approver('G', null)] } });
  const document = submitted([line()], given);
  const at = (name: string, state: Procurement = document, details: Partial<ProcurementFacts> = {}) =>
    situation(state, name, { facts: { ...given, ...details } });

  it('TASK-03 a member may accept, act and give back', () => {
    expect(currentEntry(document.timeline)?.textType).toBe('assignment');
    expect(may('approve', at('M'))).toMatchObject({ code: 'not_assignee', values: { name: 'G' } });
    expect(may('accept', at('B'))).toMatchObject({ code: 'not_assignee' });
    const accepted = acted(document, 'M', 'accept', {}, given);
    expect(written(accepted.timeline).slice(1, 3)).toEqual([
      '1 reassignment M reassignment/past',
      '2* approval M -/present',
    ]);
    expect(may('approve', at('N', accepted))).toMatchObject({ values: { name: 'M' } });
    const back = acted(accepted, 'M', 'give_back', {}, given);
    expect(currentEntry(back.timeline)).toMatchObject({
      lbUserId: idOf('G'),
      textType: 'assignment',
      status: null,
    });
    expect(may('accept', at('N', back))).toBe(true);
    expect(may('give_back', at('N', back))).toMatchObject({ code: 'step_not_possible' });
  });

  it('TASK-04 a task cannot be given back to an inactive group', () => {
    const accepted = acted(document, 'M', 'accept', {}, given);
    const people = new Map([...given.people, [idOf('G'), { ...person('G'), is_group: true, active: false }]]);
    expect(may('give_back', at('M', accepted))).toBe(true);
    expect(may('give_back', at('M', accepted, { people }))).toMatchObject({ code: 'step_not_possible' });
  });

  it('TASK-03 a task that did not come from a group cannot be given back', () => {
    expect(may('give_back', situation(submitted(), 'A'))).toMatchObject({ code: 'step_not_possible' });
  });

  it('APPR-09 the creator cannot accept the approval of the own group', () => {
    const own = withHead(document, { creator_id: idOf('M') });
    expect(may('accept', at('M', own))).toMatchObject({ code: 'self_approval' });
    expect(may('accept', at('N', own))).toBe(true);
  });
});

describe('reassign and comment', () => {
  it('TASK-04 TL-21 logs former and new person', () => {
    const document = acted(submitted(), 'A', 'reassign', { person_id: idOf('X'), comment: 'on holiday' });
    expect(written(document.timeline).slice(1, 3)).toEqual([
      '1 reassignment A reassignment/past "on holiday"',
      '2* approval X -/present',
    ]);
    expect(document.timeline.entries[1]?.note).toMatchObject({ values: { from: idOf('A'), to: idOf('X') } });
  });

  it('TASK-04 needs a different, available person', () => {
    const reassign = (person_id: number | null) =>
      refusal('reassign', situation(submitted(), 'A'), { person_id });
    expect(reassign(null)).toMatchObject({ code: 'person_required', field: 'person_id' });
    expect(reassign(idOf('A'))).toMatchObject({ code: 'already_exists' });
    expect(reassign(idOf('stranger'))).toMatchObject({ code: 'foreign_key_violation' });
  });

  it('TL-20 everybody may comment at any time, up to 2000 characters', () => {
    const document = acted(submitted(), 'X', 'comment', { comment: 'why?\nreally' });
    expect(written(document.timeline)[1]).toBe('1 comment X comment/past "why?\nreally"');
    expect(document.head.status).toBe('approval');
    const x = situation(submitted(), 'X');
    expect(refusal('comment', x, { comment: 'x'.repeat(2001) })).toMatchObject({
      code: 'value_too_long',
      values: { max: 2000 },
    });
    expect(refusal('comment', x, { comment: ' ' })).toMatchObject({ code: 'comment_required' });
    const done = acted(ordered(), 'D', 'finish_delivery', { confirmations: 'all' });
    expect(acted(done, 'X', 'comment', { comment: 'thanks' }).head.status).toBe('completed');
    expect(acted(draft(), 'U', 'comment', { comment: 'for later' }).head.status).toBe('draft');
  });
});

describe('API-40 the actions on offer', () => {
  const summary = (at: ProcurementSituation) =>
    offers(at)
      .filter((offer) => offer.enabled)
      .map((offer) => (offer.isMain ? `${offer.key}!` : offer.key));

  it('TASK-01 names the next step and person on the main action', () => {
    const [main] = offers(situation(submitted(), 'A'));
    expect(main).toMatchObject({
      key: 'approve',
      labelKey: 'procurement.actions.approve',
      isMain: true,
      enabled: true,
      next: { step: 'approval', personName: 'B' },
    });
    const last = acted(submitted(), 'A', 'approve', {});
    expect(offers(situation(last, 'B'))[0]?.next).toEqual({ step: 'send-order', personName: 'C' });
    const done = offers(situation(ordered(), 'D')).find((offer) => offer.key === 'finish_delivery');
    expect(done?.next).toEqual({ step: null, personName: null });
  });

  it('names the next step even while a question is open', () => {
    const given = facts({ approval: { ...facts().approval, pool: [approver('A', '500')] } });
    expect(offers(situation(draft(), 'U', { facts: given }))[0]).toMatchObject({
      key: 'submit',
      next: { step: 'approval', personName: 'A' },
    });
  });

  it('offers each person the permitted actions, the main action first', () => {
    expect(summary(situation(draft(), 'U'))).toEqual(['submit!', 'comment']);
    expect(summary(situation(submitted(), 'A'))).toEqual([
      'approve!',
      'decline',
      'send_to_clearing',
      'reassign',
      'comment',
    ]);
    expect(summary(situation(submitted(), 'U'))).toEqual(['withdraw', 'comment']);
    expect(summary(situation(approved(), 'C'))).toEqual([
      'send_order',
      'confirm_order',
      'send_to_clearing',
      'reassign',
      'comment',
    ]);
    expect(summary(situation(ordered(), 'D'))).toEqual([
      'receive!',
      'finish_delivery',
      'send_to_clearing',
      'reassign',
      'comment',
    ]);
    const done = acted(ordered(), 'D', 'finish_delivery', { confirmations: 'all' });
    expect(summary(situation(done, 'D'))).toEqual(['comment']);
  });

  it('gives the reason for a disabled action', () => {
    const offered = offers(situation(approved(), 'C'));
    expect(offered[0]).toMatchObject({
      key: 'complete_order',
      isMain: true,
      enabled: false,
      refusal: { code: 'order_not_completed' },
    });
    expect(offers(situation(submitted(), 'X'))[0]).toMatchObject({
      key: 'approve',
      refusal: { code: 'not_assignee', values: { name: 'A' } },
    });
  });

  it('TASK-19 marks irreversible actions: cancelling, finishing the delivery, sending and confirming an order', () => {
    const cleared = acted(approved(), 'C', 'send_to_clearing', { comment: 'check' });
    const stages = [draft(), submitted([unselected]), submitted(), approved(), ordered(), cleared];
    const offered = stages.flatMap((document) =>
      ['U', 'P', 'A', 'C', 'D', 'K'].flatMap((name) => offers(situation(document, name))),
    );
    const keys = (isIrreversible: boolean) =>
      new Set(offered.filter((offer) => offer.isIrreversible === isIrreversible).map(({ key }) => key));
    expect([...keys(true)].toSorted()).toEqual(['cancel', 'confirm_order', 'finish_delivery', 'send_order']);
    expect([...keys(true)].filter((key) => keys(false).has(key))).toEqual([]);
  });

  it('RDEF-04 lists the questions of the dialog', () => {
    const decline = offers(situation(submitted(), 'A')).find((offer) => offer.key === 'decline');
    expect(decline).toMatchObject({ isCommentRequired: true, personChoices: [idOf('K')] });
    const finish = offers(situation(ordered(), 'D')).find((offer) => offer.key === 'finish_delivery');
    expect(finish).toMatchObject({ isIrreversible: true, isCommentRequired: false, personChoices: null });
  });

  it('offers accept to members of the assigned group', () => {
    const given = facts({ approval: { ...facts().approval, pool: [approver('G', null)] } });
    const document = submitted([line()], given);
    const [main] = offers({ actor: actor('M'), document, facts: given });
    expect(main).toMatchObject({ key: 'accept', enabled: true, isMain: true });
  });
});

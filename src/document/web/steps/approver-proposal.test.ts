import { describe, expect, it } from 'vitest';
import {
  type ApprovalAnswer,
  comparedValue,
  type ProposalQuestion,
  proposedApprovers,
} from './approver-proposal.ts';
import type { Standing, Standings } from './approver-status.ts';

const limits = { Amira: 500, Boris: 20_000, Kaja: 100, Mats: 50_000 } as const;
type Name = keyof typeof limits;
const names = Object.keys(limits) as Name[];

const link = (name: Name, is_required = false) => ({
  is_required,
  lb_user: {
    id: names.indexOf(name) + 1,
    name,
    active: true,
    blocked: false,
    is_group: false,
  },
});

/** The server's response; Xenia has no limit. */
function standings(value: string): Standings {
  const rising = names.toSorted((one, other) => limits[one] - limits[other]);
  const people = names.map((name, index): readonly [number, Standing] => [
    index + 1,
    {
      id: index + 1,
      covers: limits[name] >= Number(value),
      is_limited: true,
      place: rising.indexOf(name) + 1,
      priority_place: 1,
    },
  ]);
  return new Map([...people, [9, { id: 9, covers: true, is_limited: false, place: 5, priority_place: 1 }]]);
}

/** Amira and Boris approve for the department; cost centers 7 and 8 each have their own approvers. */
function answer(
  when_budget_exceeded: NonNullable<ApprovalAnswer['client_by_pk']>['when_budget_exceeded'],
): ApprovalAnswer {
  return {
    client_by_pk: {
      currency: 'EUR',
      min_approval: 1,
      self_approval: 'never',
      amount_basis: 'net',
      when_budget_exceeded,
    },
    department_approver: [link('Amira'), link('Boris')],
    cost_center_approver: [
      { cost_center_id: 7, ...link('Boris') },
      { cost_center_id: 8, ...link('Kaja', true) },
      { cost_center_id: 8, ...link('Mats') },
    ],
    supplier_approver: [],
    chosen: [],
    of_departments: [],
    of_cost_centers: [],
    of_suppliers: [],
    configuration: [],
  };
}

function proposed(
  setting: Parameters<typeof answer>[0],
  question: Partial<ProposalQuestion> = {},
): readonly string[] {
  const asked = { value: '400.00', creatorId: 99, costCenterId: 7, exceededCostCenters: [], ...question };
  return proposedApprovers(answer(setting), standings(asked.value), asked).approvers.map(({ name }) => name);
}

describe('APPR-16 proposed approvers while typing', () => {
  it('include the required approvers of a cost center with an exceeded budget', () => {
    expect(proposed('additional_approval')).toEqual(['Amira']);
    expect(proposed('additional_approval', { exceededCostCenters: [8] })).toEqual(['Kaja', 'Amira']);
    expect(proposed('additional_approval', { exceededCostCenters: [7] })).toEqual(['Amira']);
  });

  it('exclude them if the company asks or blocks instead', () => {
    expect(proposed('confirm', { exceededCostCenters: [8] })).toEqual(['Amira']);
    expect(proposed('block', { exceededCostCenters: [8] })).toEqual(['Amira']);
  });

  it('exclude the creator of the request as approver of its budget', () => {
    const own = { exceededCostCenters: [8], creatorId: names.indexOf('Kaja') + 1 };
    expect(proposed('additional_approval', own)).not.toContain('Kaja');
  });

  it('PROC-14 APPR-06 show the sources that make each an approver', () => {
    const { approvers } = proposedApprovers(answer('additional_approval'), standings('30000.00'), {
      ...{ value: '30000.00', creatorId: 99, costCenterId: 7, exceededCostCenters: [8] },
    });
    expect(approvers.map(({ name, sources }) => [name, sources])).toEqual([
      ['Kaja', ['cost_center']],
      ['Amira', ['department']],
      ['Boris', ['department', 'cost_center']],
    ]);
  });

  it('APPR-06 use cost centers of lines for their budgets only', () => {
    expect(proposed('additional_approval', { value: '30000.00' })).toEqual(['Amira', 'Boris']);
  });
});

describe('APPR-10 PROC-14 a manually added colleague who is no approver', () => {
  const colleague = { ...link('Amira').lb_user, id: 9, name: 'Xenia' };
  const added = {
    ...answer('confirm'),
    department_approver: [],
    cost_center_approver: [],
    chosen: [colleague],
  };
  const asked = { value: '198000.00', creatorId: 99, costCenterId: 7, exceededCostCenters: [] };

  it('is listed as not counting, with the reason', () => {
    const { approvers, message } = proposedApprovers(added, standings(asked.value), asked);
    expect(approvers).toMatchObject([{ name: 'Xenia', isEntitled: false }]);
    expect(message).not.toBeNull();
  });

  it('counts if she approves for something else of the company', () => {
    const linked = { ...added, of_suppliers: [{ lb_user_id: 9 }] };
    expect(proposedApprovers(linked, standings(asked.value), asked)).toMatchObject({
      approvers: [{ isEntitled: true }],
      message: null,
    });
  });
});

describe('PRICE-07 the value that limits are compared with', () => {
  const totals = { total_netto: '100.00', total_brutto: '119.00' };
  const net = { currency: 'EUR', amount_basis: 'net' } as const;

  it('is in the currency of the company, net or gross as the company compares', () => {
    const euro = { currency: 'EUR', exchange_rate: null };
    expect(comparedValue(totals, euro, net)).toBe('100.00');
    expect(comparedValue(totals, { currency: 'USD', exchange_rate: '0.9' }, net)).toBe('90.00');
    expect(comparedValue(totals, euro, { ...net, amount_basis: 'gross' })).toBe('119.00');
  });

  it('is unknown while the rate is unknown', () => {
    expect(comparedValue(totals, { currency: 'HUF', exchange_rate: null }, net)).toBeNull();
  });
});

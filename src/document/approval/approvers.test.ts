import { describe, expect, it } from 'vitest';
import { approver } from '../../../tests/support/procurement-situation.ts';
import { idOf, nameOf } from '../../../tests/support/timeline-notation.ts';
import { isRefusal } from '../../base/refusal.ts';
import {
  type ApproverQuestion,
  chooseApprovers,
  covers,
  exceedsLimit,
  findApprovers,
  lowerLimit,
  mayApprove,
} from './approvers.ts';

const base: ApproverQuestion = {
  pool: [],
  chosen: [],
  value: '3000',
  minApproval: 1,
  isPriorityOn: false,
  creatorId: idOf('Z'),
  selfApproval: 'never',
  approvesInCompany: () => true,
};

function choose(question: Partial<ApproverQuestion>) {
  return chooseApprovers({ ...base, ...question });
}

/** Names in order, `!` when no limit covers the value, or the refusal. */
function result(question: Partial<ApproverQuestion>): string {
  const choice = choose(question);
  if (isRefusal(choice)) return `${choice.code} ${choice.values?.count}`;
  const names = choice.approvers.map((one) => nameOf(one.lb_user_id));
  return names.join(' ') + (choice.isUncovered ? ' !' : '');
}

const A = approver('A', '500');
const B = approver('B', '1000');
const C = approver('C', '5000');
const D = approver('D', null);
const E = approver('E', '1000', { priority_approval_limit: 10 });
const F = approver('F', '1000', { priority_approval_limit: 500 });
const C1 = approver('C1', '5000', { priority_approval_limit: 5 });
const C2 = approver('C2', '5000', { priority_approval_limit: 50 });
const required = { is_required: true };
const manual = { inserted_manually: true };

describe('APPR-15 substitutes count as the persons they are', () => {
  const isAway = (lbUserId: number) => (lbUserId === idOf('C') ? idOf('B') : lbUserId);

  it('so that a further person approves where two are needed', () => {
    const question = { pool: [B, C, D], minApproval: 2 };
    expect(result(question)).toBe('B C');
    expect(result({ ...question, holderOf: isAway })).toBe('B C D');
  });

  it('unless nobody else is available: the absent person may be back by then', () => {
    expect(result({ pool: [B, C], minApproval: 2, holderOf: isAway })).toBe('B C');
  });

  it('and the lower of two limits treats null as unlimited', () => {
    expect(lowerLimit('500', null)).toBe('500');
    expect(lowerLimit(null, '500')).toBe('500');
    expect(lowerLimit('1000', '500')).toBe('500');
    expect(lowerLimit(null, null)).toBeNull();
  });
});

describe('APPR-13 worked examples', () => {
  it.each<[number, Partial<ApproverQuestion>, string]>([
    [1, { pool: [A, B, C, D] }, 'A B C'],
    [2, { pool: [A, B, C, { ...D, ...required }] }, 'D'],
    [3, { pool: [A, B, C, { ...D, ...required }], minApproval: 2 }, 'A D'],
    [4, { value: '800', pool: [E, F], isPriorityOn: true }, 'F'],
    [5, { value: '800', pool: [E, F] }, 'E'],
    [6, { pool: [A, C1, C2], isPriorityOn: true }, 'A C2'],
    [7, { value: '10000', pool: [A, B] }, 'A B !'],
    [8, { value: '100', minApproval: 2, pool: [A] }, 'needs_min_approval 2'],
    [9, { pool: [A, { ...B, ...required }, C], chosen: [approver('M', '200', manual)] }, 'M A B C'],
    [10, { value: '100', minApproval: 0, pool: [] }, ''],
  ])('example %i', (_, question, expected) => {
    expect(result(question)).toBe(expected);
  });
});

it('APPR-04 lists the available approvers even if they are too few', () => {
  const question = { ...base, pool: [A], minApproval: 2 };
  expect(findApprovers(question).approvers).toMatchObject([{ lb_user_id: idOf('A') }]);
});

describe('the order', () => {
  it('APPR-03 puts unlimited last and an empty priority after the others, then sorts by name and id', () => {
    const nobody = approver('N', '1000');
    const pool = [D, nobody, E, F].map((one) => ({ ...one, ...required }));
    expect(result({ pool, isPriorityOn: true })).toBe('F E N D');
    expect(result({ pool, isPriorityOn: false })).toBe('E F N D');
    const twins = ['Y', 'X'].map((name) => ({ ...approver(name, '9000', required), name: 'Kim' }));
    expect(result({ pool: twins })).toBe(idOf('X') < idOf('Y') ? 'X Y' : 'Y X');
  });

  it('APPR-02 a limit equal to the value covers it in any notation', () => {
    expect(covers({ approval_limit: '3000.00' }, '3000')).toBe(true);
    expect(covers({ approval_limit: '2999.99' }, '3000')).toBe(false);
    expect(result({ pool: [approver('A', '3000.00')] })).toBe('A');
  });

  it('ROLE-15 an empty limit covers everything', () => {
    expect(covers({ approval_limit: null }, '999999999999.99')).toBe(true);
    expect(result({ pool: [approver('A', null)], value: '999999999999.99' })).toBe('A');
  });
});

describe('the pool', () => {
  it('APPR-06 several links of a person make one approver, required if one link is', () => {
    expect(result({ pool: [A, { ...A, ...required }, D], value: '100' })).toBe('A');
    const choice = choose({ pool: [{ ...A, ...required }], chosen: [{ ...A, ...manual }], value: '100' });
    if (isRefusal(choice)) throw new Error(choice.code);
    expect(choice.approvers).toMatchObject([{ is_required: true, inserted_manually: true }]);
  });

  it('APPR-08 a task group is one approver with its own limit', () => {
    const group = approver('G', '5000', { inserted_by_group: true });
    expect(result({ chosen: [group] })).toBe('G');
    expect(result({ chosen: [group], minApproval: 2 })).toBe('needs_min_approval 2');
  });

  it('APPR-01 manually chosen approvers stay even where others suffice', () => {
    expect(result({ value: '100', pool: [C], chosen: [{ ...A, ...manual }] })).toBe('A');
    expect(result({ value: '3000', pool: [C, D], chosen: [{ ...A, ...manual }] })).toBe('A C');
  });
});

describe('APPR-16 approvers for an exceeded budget', () => {
  it('are additional to the regular approvers and replace none of them', () => {
    expect(result({ pool: [A, B, C], additional: [{ ...D, ...required }] })).toBe('A B C D');
    expect(result({ pool: [A, B, C], additional: [{ ...B, ...required }] })).toBe('A B C');
  });

  it('are replaced if they made the request', () => {
    const question = {
      creatorId: idOf('C'),
      pool: [A, D],
      additional: [{ ...C, ...required }],
      value: '100',
    };
    expect(result({ ...question, substitute: approver('S', '200') })).toBe('S');
    expect(choose(question)).toMatchObject({ replacement: { lb_user_id: idOf('A') } });
  });
});

it('APPR-10 further persons are added by ascending limit, first to cover the value and then to reach the minimum', () => {
  // A, B and C until one covers 3,000; D only because four are required.
  expect(result({ pool: [D, C, B, A], minApproval: 4 })).toBe('A B C D');
  expect(result({ pool: [D, C, B, A], minApproval: 2 })).toBe('A B C');
  // Kept approvers count for both; the result is sorted by limit regardless of input order.
  expect(result({ pool: [A, B], chosen: [{ ...D, ...manual }], minApproval: 2 })).toBe('A D');
});

describe('APPR-10 entitled approvers', () => {
  const colleague = approver('X', null, manual);
  const nobody = { approvesInCompany: () => false };

  it('a colleague without approver link and limit covers nothing', () => {
    expect(result({ ...nobody, chosen: [colleague], pool: [A, D], value: '198000' })).toBe('A D X');
    expect(result({ ...nobody, chosen: [colleague], value: '198000' })).toBe('needs_min_approval 1');
    expect(choose({ ...nobody, chosen: [colleague], minApproval: 0 })).toMatchObject({ isUncovered: true });
  });

  it('such a colleague does not count towards the minimum', () => {
    const question = { ...nobody, chosen: [colleague], minApproval: 2, value: '100' };
    expect(result({ ...question, pool: [C] })).toBe('needs_min_approval 2');
    expect(result({ ...question, pool: [A, C] })).toBe('A C X');
  });

  it('approvers in the company and people with a limit of their own do count', () => {
    const isX = (person: number) => person === idOf('X');
    expect(result({ approvesInCompany: isX, chosen: [colleague], value: '198000' })).toBe('X');
    expect(result({ ...nobody, chosen: [approver('X', '200000', manual)], value: '198000' })).toBe('X');
    expect(result({ ...nobody, pool: [approver('X', null)], value: '198000' })).toBe('X');
  });
});

describe('APPR-09 the creator', () => {
  const creator = { creatorId: idOf('C') };

  it('is never added automatically, in any mode', () => {
    for (const selfApproval of ['never', 'below_limit', 'allowed'] as const) {
      expect(result({ ...creator, selfApproval, pool: [A, C, D] })).toBe('A D');
    }
  });

  it('never: does not count towards the minimum and cannot be chosen by hand', () => {
    const chosen = [{ ...C, ...manual }];
    expect(result({ ...creator, chosen, pool: [A], value: '100' })).toBe('A');
    expect(result({ ...creator, chosen, pool: [A], value: '100', minApproval: 2 })).toBe(
      'needs_min_approval 2',
    );
  });

  it('never: is replaced by the substitute where required, else by the next covering person', () => {
    const pool = [A, { ...C, ...required }, D];
    expect(result({ ...creator, pool, substitute: approver('S', '200') })).toBe('S A D');
    expect(result({ ...creator, pool })).toBe('D');
    const choice = choose({ ...creator, pool });
    expect(choice).toMatchObject({ replacement: { lb_user_id: idOf('D'), is_required: true } });
    expect(choose({ ...creator, pool: [{ ...C, ...required }, A] })).toMatchObject({ replacement: null });
    expect(choose({ pool: [A, D] })).not.toHaveProperty('replacement');
  });

  it('below_limit: may be chosen by hand if the creator’s limit covers the value', () => {
    const question = {
      ...creator,
      selfApproval: 'below_limit',
      chosen: [{ ...C, ...manual }],
      pool: [A, D],
    } as const;
    expect(result({ ...question, value: '5000' })).toBe('C');
    expect(result({ ...question, value: '5001' })).toBe('A D');
  });

  it('allowed: may be chosen with any limit', () => {
    const question = {
      ...creator,
      selfApproval: 'allowed',
      chosen: [{ ...C, ...manual }],
      pool: [D],
    } as const;
    expect(result({ ...question, value: '9000' })).toBe('C D');
    expect(mayApprove(C, { ...creator, selfApproval: 'allowed', value: '9000' })).toBe(true);
    expect(mayApprove(C, { ...creator, selfApproval: 'never', value: '1' })).toBe(false);
    expect(mayApprove(A, { ...creator, selfApproval: 'never', value: '9000' })).toBe(true);
  });
});

describe('APPR-11 at the approval itself', () => {
  it('asks if neither the own limit nor a later one covers the value', () => {
    expect(exceedsLimit(A, [C], '3000')).toBe(false);
    expect(exceedsLimit(A, [B], '3000')).toBe(true);
    expect(exceedsLimit(A, [], '500')).toBe(false);
    expect(exceedsLimit(D, [], '999999')).toBe(false);
  });
});

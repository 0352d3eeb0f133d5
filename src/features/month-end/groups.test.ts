import { describe, expect, it } from 'vitest';
import { shownGroups } from './groups.ts';

/** For departments with these numbers of people: the row of each, and whether its times are shown. */
function shown(persons: readonly number[], withoutDepartment = 0) {
  const groups = persons.map((count, place) => ({ step: 'approval', department: place + 1, persons: count }));
  const nobodys = { step: 'approval', department: null, persons: withoutDepartment };
  const all = withoutDepartment > 0 ? [...groups, nobodys] : groups;
  const rows = shownGroups(all);
  return all.map((group) => {
    const row = rows.find(({ groups }) => groups.includes(group));
    return [row?.department, row?.isReported];
  });
}

describe('DASH-07 no group is small enough to reveal the pace of a person', () => {
  it('departments of five are shown, smaller ones are among the others', () => {
    expect(shown([5, 3, 2])).toEqual([
      [1, true],
      [null, true],
      [null, true],
    ]);
  });

  it('the smallest group joins if the others are too few', () => {
    expect(shown([9, 6, 2])).toEqual([
      [1, true],
      [null, true],
      [null, true],
    ]);
    expect(shown([5, 4])).toEqual([
      [null, true],
      [null, true],
    ]);
  });

  it('no times are shown if all together are too few', () => {
    expect(shown([3, 1])).toEqual([
      [null, false],
      [null, false],
    ]);
  });

  it('people without a department are among the others', () => {
    expect(shown([8], 6)).toEqual([
      [1, true],
      [null, true],
    ]);
    expect(shown([8])).toEqual([[1, true]]);
  });

  it('groups each step separately', () => {
    const groups = [
      { step: 'approval', department: 1, persons: 5 },
      { step: 'delivery', department: 1, persons: 4 },
    ];
    expect(shownGroups(groups)).toEqual([
      { groups: groups.slice(0, 1), department: 1, isReported: true },
      { groups: groups.slice(1), department: null, isReported: false },
    ]);
  });
});

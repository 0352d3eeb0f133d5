import { describe, expect, it } from 'vitest';
import { shownGroups } from './groups.ts';

/** Departments by their numbers of persons: as what each is shown, and whether its times are told. */
function shown(persons: readonly number[], withoutDepartment = 0) {
  const groups = persons.map((count, place) => ({ step: 'approval', department: place + 1, persons: count }));
  const nobodys = { step: 'approval', department: null, persons: withoutDepartment };
  const all = withoutDepartment > 0 ? [...groups, nobodys] : groups;
  const rows = shownGroups(all);
  return all.map((group) => {
    const row = rows.find(({ groups }) => groups.includes(group));
    return [row?.department, row?.isTold];
  });
}

describe('DASH-07 no group is so small that it tells the pace of a person', () => {
  it('five persons stand alone, fewer are among the others', () => {
    expect(shown([5, 3, 2])).toEqual([
      [1, true],
      [null, true],
      [null, true],
    ]);
  });

  it('where the others are too few the smallest group joins them', () => {
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

  it('where all together are too few no time is told', () => {
    expect(shown([3, 1])).toEqual([
      [null, false],
      [null, false],
    ]);
  });

  it('persons without a department are among the others', () => {
    expect(shown([8], 6)).toEqual([
      [1, true],
      [null, true],
    ]);
    expect(shown([8])).toEqual([[1, true]]);
  });

  it('each step has groups of its own', () => {
    const groups = [
      { step: 'approval', department: 1, persons: 5 },
      { step: 'delivery', department: 1, persons: 4 },
    ];
    expect(shownGroups(groups)).toEqual([
      { groups: groups.slice(0, 1), department: 1, isTold: true },
      { groups: groups.slice(1), department: null, isTold: false },
    ]);
  });
});

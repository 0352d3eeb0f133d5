/** Minimum size of a group, so that it does not reveal a person's pace. */
const fewestPersons = 5;

/** Steps of a kind done by people of one department. */
export interface StepGroup {
  readonly step: string;
  /** Null for people without a department. */
  readonly department: number | null;
  readonly persons: number;
}

/** A row of the list: groups of one step shown together. */
export interface ShownGroup<Group extends StepGroup> {
  readonly groups: readonly Group[];
  /** Null for "others". */
  readonly department: number | null;
  /** False if all others together are too few: then only their number is shown. */
  readonly isReported: boolean;
}

/**
 * Merges groups with fewer than five people into "others". If those are too few, the smallest remaining groups join
 * them until they are enough or none is left (DASH-07).
 */
export function shownGroups<Group extends StepGroup>(groups: readonly Group[]): readonly ShownGroup<Group>[] {
  return [...Map.groupBy(groups, ({ step }) => step).values()].flatMap((own) => {
    const bySize = [...own].sort((one, other) => other.persons - one.persons);
    const alone = bySize.filter(({ department, persons }) => department !== null && persons >= fewestPersons);
    const others = bySize.filter((group) => !alone.includes(group));
    const count = (): number => others.reduce((sum, { persons }) => sum + persons, 0);
    while (others.length > 0 && count() < fewestPersons) {
      const smallest = alone.pop();
      if (smallest === undefined) break;
      others.push(smallest);
    }
    return [
      ...alone.map((group) => ({ groups: [group], department: group.department, isReported: true })),
      ...(others.length > 0
        ? [{ groups: others, department: null, isReported: count() >= fewestPersons }]
        : []),
    ];
  });
}

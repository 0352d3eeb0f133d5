/** A group of persons is shown from so many on, so that nobody's own pace can be read off it. */
export const fewestPersons = 5;

/** Steps of a kind that persons of one department did. */
export interface StepGroup {
  readonly step: string;
  /** Null for persons without a department. */
  readonly department: number | null;
  readonly persons: number;
}

/** A row of the list: the groups of one step that are shown together. */
export interface ShownGroup<Group extends StepGroup> {
  readonly groups: readonly Group[];
  /** Null stands for "others". */
  readonly department: number | null;
  /** False where even all others together are too few: then nothing but their number is told. */
  readonly isTold: boolean;
}

/**
 * Groups with fewer than five persons go into "others"; where these are too few, the smallest group that could stand alone
 * joins them, until they are enough or there is nobody left (DASH-07).
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
      ...alone.map((group) => ({ groups: [group], department: group.department, isTold: true })),
      ...(others.length > 0 ? [{ groups: others, department: null, isTold: count() >= fewestPersons }] : []),
    ];
  });
}

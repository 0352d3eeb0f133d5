/** A group of persons is shown from so many on, so that nobody's own pace can be read off it. */
export const fewestPersons = 5;

/** Steps of a kind that persons of one department did. */
export interface StepGroup {
  readonly step: string;
  /** Null for persons without a department. */
  readonly department: number | null;
  readonly persons: number;
}

/** Under which department the steps of a group are shown; null stands for "others". */
export interface ShownGroup {
  readonly step: string;
  readonly department: number | null;
  readonly shownAs: number | null;
  /** False where even all others together are too few: then nothing but their number is told. */
  readonly isTold: boolean;
}

/**
 * Groups with fewer than five persons go into "others"; where these are too few, the smallest group that could stand alone
 * joins them, until they are enough or there is nobody left (DASH-07).
 */
export function shownGroups(groups: readonly StepGroup[]): readonly ShownGroup[] {
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
    const isTold = count() >= fewestPersons;
    return own.map(({ step, department }) =>
      alone.some((group) => group.department === department)
        ? { step, department, shownAs: department, isTold: true }
        : { step, department, shownAs: null, isTold },
    );
  });
}

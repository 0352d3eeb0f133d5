import { useState } from 'react';
import type { FieldProblem } from '../../base/refusal.ts';

export interface ShownProblems {
  /** The problems by field, `<children>.<key>.<field>` or the name of children. */
  readonly problems: ReadonlyMap<string, FieldProblem>;
  /** Counts the checks with problems, so that the first field is focused each time. */
  readonly findings: number;
  readonly show: (found: readonly FieldProblem[]) => void;
  /** Clears the problem of an edited field until the next check. */
  readonly forget: (isGone: (path: string) => boolean) => void;
}

/** The problems of the last check of a form, without those of fields edited since. */
export function useShownProblems(): ShownProblems {
  const [problems, setProblems] = useState<ReadonlyMap<string, FieldProblem>>(new Map());
  const [findings, setFindings] = useState(0);
  return {
    problems,
    findings,
    show: (found) => {
      setProblems(new Map(found.map((problem) => [problem.field, problem])));
      if (found.length > 0) setFindings((count) => count + 1);
    },
    forget: (isGone) =>
      setProblems((known) =>
        [...known.keys()].some(isGone) ? new Map([...known].filter(([path]) => !isGone(path))) : known,
      ),
  };
}

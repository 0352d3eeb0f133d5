import { useState } from 'react';
import type { FieldProblem } from '../../base/refusal.ts';

export interface ShownProblems {
  /** What is wrong, by field, `<children>.<key>.<field>` or the name of children. */
  readonly problems: ReadonlyMap<string, FieldProblem>;
  /** Counts how often problems were found, so that the first field is focused each time. */
  readonly findings: number;
  readonly show: (found: readonly FieldProblem[]) => void;
  /** A field that is being changed is not wrong any more, until it is looked at again. */
  readonly forget: (isGone: (path: string) => boolean) => void;
}

/** What the last look at a form has found, less what was changed since. */
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

import type { ReactNode } from 'react';
import type { FieldProblem } from '../../../base/refusal.ts';
import classes from './CellEditor.module.css';
import type { Box } from './grid-layout.ts';
import { useProblemText } from './use-problem-text.ts';

export interface ProblemBubbleProps {
  readonly problem: FieldProblem;
  /** The box of the cell. */
  readonly box: Box;
}

/** The problem of the active cell, below it; for screen readers the line under the table has the same text. */
export function ProblemBubble({ problem, box }: ProblemBubbleProps): ReactNode {
  const problemText = useProblemText();
  return (
    <div aria-hidden className={classes.bubble} style={{ top: box.top + box.height + 4, left: box.left }}>
      {problemText(problem)}
    </div>
  );
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../entity.ts';
import { cellCount } from '../../sheet/area.ts';
import type { Changes } from '../../sheet/changes.ts';
import { lineWarnings } from '../../sheet/judge.ts';
import { isBlank } from '../../sheet/line.ts';
import { useCompanyFacts } from '../company-facts.ts';
import type { Column } from './columns.ts';
import classes from './EntitySheet.module.css';
import { useProblemText } from './use-problem-text.ts';
import type { Selection } from './use-selection.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface SheetFootProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly editing: SheetEditing;
  readonly selection: Selection;
  readonly changes: Changes;
  readonly onNextProblem: () => void;
}

/** Below the cells: where one is and what is wrong there, also for screen readers; and how much has been changed. */
export function SheetFoot(props: SheetFootProps): ReactNode {
  const { entity, columns, editing, selection, changes } = props;
  const { t } = useTranslation();
  const problemText = useProblemText();
  const facts = useCompanyFacts(entity);
  const { active, area } = selection;
  const line = editing.shown[active.line];
  const column = columns[active.column];
  const name = column?.name ?? '';
  const problem = line && editing.problems.get(line.key)?.get(name);
  const warning =
    line && !problem && line.cells[name] !== undefined
      ? lineWarnings(entity, line, facts).get(name)
      : undefined;
  const red = editing.problems.size;
  const used = editing.shown.filter((one) => !isBlank(entity, one)).length;
  const { added, changed, deleted } = changes.counts;
  return (
    <div className={classes.foot}>
      <div aria-live="polite">
        {t('table.position', { line: active.line + 1, column: column?.title })}
        <span className={classes.hidden}>: {editing.textAt(active)}</span>
        {cellCount(area) > 1 ? ` · ${t('table.selected', { count: cellCount(area) })}` : null}
        {problem ? <span className={classes.problem}> · {problemText(problem)}</span> : null}
        {warning ? <span className={classes.warning}> · {problemText(warning)}</span> : null}
      </div>
      <div>
        {red > 0 ? (
          <Button size="compact-xs" variant="subtle" color="red" onClick={props.onNextProblem}>
            {t('table.red', { count: red })}
          </Button>
        ) : null}
        {added + changed + deleted > 0 ? `${t('table.changes', { added, changed, deleted })} · ` : null}
        {t('table.rows', { count: used })}
      </div>
    </div>
  );
}

import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalPlaces } from '../../../base/money.ts';
import { formatNumber } from '../../../base/typed-number.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import type { Entity } from '../../entity.ts';
import { type Area, cellCount } from '../../sheet/area.ts';
import { figuresOf } from '../../sheet/figures.ts';
import { lineWarnings } from '../../sheet/judge.ts';
import { isBlank, type Line, type Typing } from '../../sheet/line.ts';
import { useCompanyFacts } from '../company-facts.ts';
import type { Column } from './columns.ts';
import classes from './SheetBar.module.css';
import { useProblemText } from './use-problem-text.ts';
import type { Selection } from './use-selection.ts';
import type { SheetEditing } from './use-sheet.ts';

export interface SheetFootProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly editing: SheetEditing;
  readonly selection: Selection;
  readonly typing: Typing;
}

/**
 * Below the cells: the active cell and its problem, also for screen readers, and the figures of the selected numbers.
 */
export function SheetFoot(props: SheetFootProps): ReactNode {
  const { entity, columns, editing, selection, typing } = props;
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
      ? lineWarnings(entity, line, facts, editing.sheet.lines).get(name)
      : undefined;
  const used = useMemo(
    () => editing.shown.filter((one) => !isBlank(entity, one)).length,
    [entity, editing.shown],
  );
  return (
    <div className={classes.foot}>
      <div aria-live="polite" className={classes.status}>
        <span>
          {t('table.position', { line: active.line + 1, column: column?.title })}
          <span className={classes.hidden}>: {editing.textAt(active)}</span>
        </span>
        {cellCount(area) > 1 ? (
          <Selected lines={editing.shown} columns={columns} area={area} decimals={typing.settings.decimals} />
        ) : null}
        {problem ? <span className="problem">{problemText(problem)}</span> : null}
        {warning ? <span className={classes.warning}>{problemText(warning)}</span> : null}
      </div>
      <div className={classes.status}>
        <Legend />
        <span>{t('table.rows', { count: used })}</span>
      </div>
    </div>
  );
}

interface SelectedProps {
  readonly lines: readonly Line[];
  readonly columns: readonly Column[];
  readonly area: Area;
  readonly decimals: number;
}

/**
 * The number of selected cells, and sum and mean of their numbers; deferred, so that thousands of cells do not block
 * selecting.
 */
function Selected({ lines, columns, area, decimals }: SelectedProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const { top, left, bottom, right } = useDeferredValue(area);
  const figures = useMemo(
    () => figuresOf(lines, columns, { top, left, bottom, right }),
    [lines, columns, top, left, bottom, right],
  );
  const shown = (value: string): string => {
    const places = decimalPlaces(value);
    return formatNumber(value, language, figures?.isPrice ? Math.max(decimals, places) : places);
  };
  return (
    <>
      <span>{t('table.selected', { count: cellCount(area) })}</span>
      {figures === null ? null : (
        <>
          <span>
            {t('table.sum')} <strong>{shown(figures.sum)}</strong>
          </span>
          <span>
            {t('table.mean')} <strong>{shown(figures.mean)}</strong>
          </span>
        </>
      )}
    </>
  );
}

const marks = ['added', 'changed', 'removed', 'invalid'] as const;

/** Explains the colours of the cells. */
function Legend(): ReactNode {
  const { t } = useTranslation();
  return (
    <ul className={classes.legend} aria-label={t('table.legend')}>
      {marks.map((mark) => (
        <li key={mark} data-mark={mark}>
          {t(`table.state.${mark}`)}
        </li>
      ))}
    </ul>
  );
}

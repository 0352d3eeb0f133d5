import { Button, Switch } from '@mantine/core';
import { useElementSize, useLocalStorage } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../platform/web/kit/FieldError.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import { useStable } from '../../../platform/web/use-stable.ts';
import type { Totals } from '../../totals.ts';
import type { Problems } from '../draft/problems.ts';
import { GroupingControl } from './GroupingControl.tsx';
import classes from './LineGrid.module.css';
import { LineGridHead } from './LineGridHead.tsx';
import { LineRow } from './LineRow.tsx';
import { LineTabs } from './LineTabs.tsx';
import { type LineSheet, shownColumns, type TypedLine } from './line-columns.ts';
import { type GridLines, type LineEditor, useGridLines } from './use-grid-lines.ts';
import { useLineTabs } from './use-line-tabs.ts';
import { usePastedRows } from './use-pasted-rows.tsx';

export interface LineGridProps<Line extends TypedLine> {
  readonly sheet: LineSheet<Line>;
  readonly editor: LineEditor<Line>;
  readonly totals: Totals;
  readonly problems: Problems;
  /** Reports edited fields, whose errors then vanish. */
  readonly onTyped: (places: readonly string[]) => void;
  /** Sources of lines, shown above the grid. */
  readonly sources?: (lines: GridLines<Line>) => ReactNode;
  /** Further ways to add a line, besides an empty one. */
  readonly ways?: (lines: GridLines<Line>) => ReactNode;
}

/** An editable grid of lines: Tab moves through the cells, Enter moves down and adds a line at the end (PROC-01). */
export function LineGrid<Line extends TypedLine>(props: LineGridProps<Line>): ReactNode {
  const { sheet, editor, totals, problems, onTyped, sources, ways } = props;
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const { ref, width } = useElementSize<HTMLElement>();
  const [isAdvanced, setAdvanced] = useAdvancedLines(sheet.name);
  const tabs = useLineTabs(sheet, editor.lines, totals, problems);
  const lines = useGridLines({
    sheet,
    editor,
    group: tabs.group,
    onShowAll: () => tabs.onShow(null),
    onTyped,
  });
  const columns = useMemo(
    () => shownColumns(sheet.columns, { seesPrices, width }),
    [sheet.columns, seesPrices, width],
  );
  const change = useStable(lines.change);
  const remove = useStable(lines.remove);
  const pasting = usePastedRows(sheet, lines.addAll);
  return (
    <section ref={ref} aria-label={t('document.line.title')} data-tour="lines">
      <div className={classes.tools}>
        {sources?.(lines)}
        <Views sheet={sheet} editor={editor} tabs={tabs} isAdvanced={isAdvanced} onAdvanced={setAdvanced} />
      </div>
      {tabs.groups.length > 1 ? (
        <LineTabs groups={tabs.groups} shown={tabs.group?.key ?? null} onShow={tabs.onShow} />
      ) : null}
      <table className={classes.grid} aria-label={t('document.line.title')}>
        <LineGridHead columns={columns} hasActions={sheet.actions !== undefined} />
        <tbody ref={lines.keys.body} onKeyDown={lines.keys.onKeyDown} onPaste={pasting.onPaste}>
          {lines.shown.map(({ line, index }, place) => (
            <LineRow
              key={line.key}
              line={line}
              fields={sheet.fields}
              columns={columns}
              details={sheet.details}
              actions={sheet.actions}
              position={index + 1}
              place={place}
              net={totals.lines[index]?.total_netto ?? null}
              isAdvanced={isAdvanced}
              problems={problemsOf(problems, line.key)}
              onChange={change}
              onRemove={remove}
            />
          ))}
        </tbody>
      </table>
      <div className={classes.below}>
        <AddButton onAdd={lines.add} />
        {pasting.button}
        {ways?.(lines)}
        {problems.has('head.lines') ? (
          <div className={classes.problem}>
            <FieldError>{problems.get('head.lines')}</FieldError>
          </div>
        ) : null}
      </div>
      {pasting.dialog}
    </section>
  );
}

interface ViewsProps<Line extends TypedLine> extends Pick<LineGridProps<Line>, 'sheet' | 'editor'> {
  readonly tabs: ReturnType<typeof useLineTabs<Line>>;
  readonly isAdvanced: boolean;
  readonly onAdvanced: (isAdvanced: boolean) => void;
}

/** How the lines are grouped, and whether all their fields are shown. */
function Views<Line extends TypedLine>(props: ViewsProps<Line>): ReactNode {
  const { sheet, editor, tabs, isAdvanced, onAdvanced } = props;
  const { t } = useTranslation();
  return (
    <div className={classes.views}>
      {editor.lines.length > 1 ? (
        <GroupingControl choices={sheet.groupings} shown={tabs.grouping} onGrouping={tabs.onGrouping} />
      ) : null}
      {sheet.details === null ? null : (
        <Switch
          size="xs"
          label={t('document.line.all_fields')}
          checked={isAdvanced}
          onChange={(event) => onAdvanced(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}

function AddButton({ onAdd }: { readonly onAdd: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlus size={14} stroke={1.6} aria-hidden />}
      onClick={onAdd}
    >
      {t('document.line.add')}
    </Button>
  );
}

const noProblems: Problems = new Map();

/** The problems of one line; lines without problems share one map, so that they do not render again. */
function problemsOf(problems: Problems, key: string): Problems {
  const own = [...problems].filter(([place]) => place.startsWith(`${key}.`));
  return own.length === 0 ? noProblems : new Map(own);
}

/** Whether all fields of the lines are shown; stored per person (PROC-10). */
function useAdvancedLines(name: string): readonly [boolean, (isAdvanced: boolean) => void] {
  const session = useSession();
  const [isAdvanced, setAdvanced] = useLocalStorage({
    key: `${name}-advanced-lines:${session?.userId ?? 0}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return [isAdvanced, setAdvanced];
}

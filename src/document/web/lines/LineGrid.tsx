import { Button, Switch } from '@mantine/core';
import { useElementSize, useLocalStorage } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../platform/web/kit/FieldError.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import type { Totals } from '../../totals.ts';
import { type Problems, problemsByLine } from '../draft/problems.ts';
import { GridTable } from './GridTable.tsx';
import { GroupingControl } from './GroupingControl.tsx';
import { LineFind, useLineFinding } from './LineFind.tsx';
import classes from './LineGrid.module.css';
import { LineTabs } from './LineTabs.tsx';
import { cardWidth, type LineSheet, shownColumns, type TypedLine } from './line-columns.ts';
import { type GridLines, type LineEditor, type LineHeights, useGridLines } from './use-grid-lines.ts';
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

/**
 * An editable grid of lines: Tab moves through the cells, Enter moves down and adds a line at the end (PROC-01). Of many
 * lines it draws those in view (PROC-40).
 */
export function LineGrid<Line extends TypedLine>(props: LineGridProps<Line>): ReactNode {
  const { sheet, editor, totals, problems, onTyped, sources, ways } = props;
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const { ref, width } = useElementSize<HTMLElement>();
  const [isAdvanced, setAdvanced] = useAdvancedLines(sheet.name);
  const byLine = useMemo(() => problemsByLine(problems), [problems]);
  const tabs = useLineTabs(sheet, editor.lines, totals, byLine);
  const columns = useMemo(
    () => shownColumns(sheet.columns, { seesPrices, width }),
    [sheet.columns, seesPrices, width],
  );
  const lines = useGridLines({
    sheet,
    editor,
    group: tabs.group,
    onShowAll: () => tabs.onShow(null),
    onTyped,
    problems: byLine,
    heights: heightsOf(isAdvanced, width, columns.length),
  });
  const finding = useLineFinding(lines);
  const pasting = usePastedRows(sheet, lines.addAll);
  return (
    <section ref={ref} aria-label={t('document.line.title')} data-tour="lines" onKeyDown={finding.onKeyDown}>
      <div className={classes.tools}>
        {sources?.(lines)}
        <Views sheet={sheet} editor={editor} tabs={tabs} isAdvanced={isAdvanced} onAdvanced={setAdvanced}>
          {lines.rows.isLong ? (
            <LineFind
              finding={finding}
              onGo={(place) => lines.keys.focusCell(place, columns[0]?.key ?? '')}
            />
          ) : null}
        </Views>
      </div>
      {tabs.groups.length > 1 ? (
        <LineTabs groups={tabs.groups} shown={tabs.group?.key ?? null} onShow={tabs.onShow} />
      ) : null}
      <GridTable
        sheet={sheet}
        lines={lines}
        columns={columns}
        nets={totals.lines}
        problems={byLine}
        isAdvanced={isAdvanced}
        found={finding.found}
        onPaste={pasting.onPaste}
      />
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

/** Expected heights in pixels: of a row of cells, of one with its details, and of a card on a narrow screen. */
const expectedHeights = { row: 36, details: 260, card: 360 };

function heightsOf(isAdvanced: boolean, width: number, columns: number): LineHeights {
  const isCard = width > 0 && width <= cardWidth;
  const { row, details, card } = expectedHeights;
  return {
    layout: [isAdvanced, isCard, columns].join(' '),
    expectedHeight: (isCard ? card : row) + (isAdvanced ? details : 0),
  };
}

interface ViewsProps<Line extends TypedLine> extends Pick<LineGridProps<Line>, 'sheet' | 'editor'> {
  readonly tabs: ReturnType<typeof useLineTabs<Line>>;
  readonly isAdvanced: boolean;
  readonly onAdvanced: (isAdvanced: boolean) => void;
  /** The search in the lines, if there are many. */
  readonly children: ReactNode;
}

/** How the lines are grouped, and whether all their fields are shown. */
function Views<Line extends TypedLine>(props: ViewsProps<Line>): ReactNode {
  const { sheet, editor, tabs, isAdvanced, onAdvanced, children } = props;
  const { t } = useTranslation();
  return (
    <div className={classes.views}>
      {children}
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

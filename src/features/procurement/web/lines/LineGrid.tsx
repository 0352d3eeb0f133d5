import { Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../../platform/web/kit/FieldError.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useSession } from '../../../../platform/web/session.ts';
import type { Totals } from '../../totals.ts';
import { type Draft, isBlankLine, type LineDraft, newLine } from '../draft/draft.ts';
import type { Problems } from '../draft/problems.ts';
import type { DraftEditor } from '../draft/use-draft.ts';
import { AddLine } from './AddLine.tsx';
import { type DraftGroup, draftGroups } from './draft-groups.ts';
import { GroupingControl, useGrouping } from './GroupingControl.tsx';
import { LineEditor } from './LineEditor.tsx';
import classes from './LineGrid.module.css';
import { LineTabs } from './LineTabs.tsx';
import type { Grouping } from './line-groups.ts';
import { ProductSearch } from './ProductSearch.tsx';
import { useGridKeys } from './use-grid-keys.ts';

export interface LineGridProps {
  readonly editor: DraftEditor;
  readonly totals: Totals;
  readonly problems: Problems;
  /** Fields of a line were typed into, so that their errors vanish. */
  readonly onTyped: (places: readonly string[]) => void;
}

/** The key of the line that is offered while there is none. */
const offeredKey = 'first';

/** The lines as a dense grid: Tab goes through the cells, Enter goes down and adds a line at the end (PROC-01). */
export function LineGrid({ editor, totals, problems, onTyped }: LineGridProps): ReactNode {
  const { t } = useTranslation();
  const { draft } = editor;
  const { head } = draft;
  const [isAdvanced, setAdvanced] = useAdvancedLines();
  const { grouping, onGrouping, groups, group, onShow } = useLineTabs(draft, totals, problems);
  const offered = useMemo(() => newLine(offeredKey, head.client), [head.client]);
  const lines = draft.lines.length > 0 ? draft.lines : [offered];
  const shown = lines.map((line, index) => ({ line, index })).filter(({ line }) => isShown(line, group));
  const addLine = (): void => void editor.addLine(group?.fill);
  const grid = useGridKeys(shown.length, addLine);

  const change = (
    line: LineDraft,
    columns: readonly string[],
    next: (line: LineDraft) => LineDraft,
  ): void => {
    editor.setLine(line.key, next);
    onTyped(['head.lines', ...columns.map((column) => `${line.key}.${column}`)]);
  };
  const remove = (line: LineDraft, place: number): void => {
    editor.removeLine(line.key);
    grid.focusCell(Math.max(0, place - 1), 'description');
  };
  /** Fills the first blank line, or a new one, and answers its place in the grid. */
  const addFilled = (fill: (line: LineDraft) => LineDraft): number => {
    const place = lines.findIndex(isBlankLine);
    const blank = lines[place];
    if (blank === undefined) editor.addLine(fill);
    else editor.setLine(blank.key, fill);
    onTyped(['head.lines']);
    onShow(null);
    return blank === undefined ? lines.length : place;
  };

  return (
    <section aria-label={t('procurement.lines')}>
      <div className={classes.tools}>
        <ProductSearch
          onAdd={addFilled}
          onAddFree={(description) =>
            grid.focusCell(
              addFilled((line) => ({ ...line, description })),
              'supplier_id',
            )
          }
          onLeaveDown={() => grid.focusCell(Math.max(0, shown.length - 1), 'quantity')}
        />
        <div className={classes.views}>
          {draft.lines.length > 1 ? <GroupingControl grouping={grouping} onGrouping={onGrouping} /> : null}
          <Switch
            size="xs"
            label={t('procurement.advanced')}
            checked={isAdvanced}
            onChange={(event) => setAdvanced(event.currentTarget.checked)}
          />
        </div>
      </div>
      {groups.length > 1 ? <LineTabs groups={groups} shown={group?.key ?? null} onShow={onShow} /> : null}
      <table className={classes.grid}>
        <GridHead currency={head.currency} />
        <tbody ref={grid.body} onKeyDown={grid.onKeyDown}>
          {shown.map(({ line, index }, place) => (
            <LineEditor
              key={line.key}
              line={line}
              position={index + 1}
              net={totals.lines[index]?.total_netto ?? null}
              isAdvanced={isAdvanced}
              problems={problems}
              head={head}
              onChange={(columns, next) => change(line, columns, next)}
              onRemove={() => remove(line, place)}
            />
          ))}
        </tbody>
      </table>
      <div className={classes.below}>
        <AddLine
          lines={draft.lines}
          onAdd={() => {
            addLine();
            grid.focusCell(shown.length, 'description');
          }}
          onAddFilled={(fill) => grid.focusCell(addFilled(fill), 'price')}
        />
        {problems.has('head.lines') ? (
          <div className={classes.problem}>
            <FieldError>{problems.get('head.lines')}</FieldError>
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** A blank line stands under every tab: it is about to become whatever is typed. */
function isShown(line: LineDraft, group: DraftGroup | undefined): boolean {
  return group === undefined || group.lines.has(line.key) || isBlankLine(line);
}

/** Which lines are shown; all of them while one that would be hidden is wrong (VAL-45). */
function useLineTabs(draft: Draft, totals: Totals, problems: Problems) {
  const [grouping, setGrouping] = useGrouping();
  const [chosen, setChosen] = useState<string | null>(null);
  const groups = draftGroups(draft, totals, grouping);
  const wanted = groups.find(({ key }) => key === chosen);
  const isHidingErrors = draft.lines.some(
    ({ key }) => !wanted?.lines.has(key) && [...problems.keys()].some((place) => place.startsWith(`${key}.`)),
  );
  const group = isHidingErrors ? undefined : wanted;
  const onGrouping = (next: Grouping): void => {
    setGrouping(next);
    setChosen(null);
  };
  return { grouping, onGrouping, groups, group, onShow: setChosen };
}

/** Whether all fields of the lines are shown; kept per person (PROC-10). */
function useAdvancedLines(): readonly [boolean, (isAdvanced: boolean) => void] {
  const session = useSession();
  const [isAdvanced, setAdvanced] = useLocalStorage({
    key: `procurement-advanced-lines:${session?.userId ?? 0}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return [isAdvanced, setAdvanced];
}

function GridHead({ currency }: { readonly currency: string }): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.position}>
          <span className="visually-hidden">{t('procurement.position')}</span>
        </th>
        <th scope="col">{t('field.description')}</th>
        <th scope="col" className={classes.itemNumber}>
          {t('field.item_number')}
        </th>
        <th scope="col" className={classes.supplier}>
          {t('field.supplier_id')}
        </th>
        <th scope="col" className={classes.quantity}>
          {t('field.quantity')}
        </th>
        <th scope="col" className={classes.unit}>
          {t('field.unit')}
        </th>
        {seesPrices ? (
          <>
            <th scope="col" className={classes.price}>
              {t('procurement.unit_price')}
            </th>
            <th scope="col" className={classes.tax}>
              {t('procurement.tax_percent')}
            </th>
            <th scope="col" className={classes.net}>
              {t('procurement.net_in', { currency })}
            </th>
          </>
        ) : null}
        <th scope="col" className={classes.remove}>
          <span className="visually-hidden">{t('procurement.remove')}</span>
        </th>
      </tr>
    </thead>
  );
}

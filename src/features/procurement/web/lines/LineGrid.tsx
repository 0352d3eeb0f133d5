import { Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Totals } from '../../../../document/totals.ts';
import type { Problems } from '../../../../document/web/draft/problems.ts';
import { FieldError } from '../../../../platform/web/kit/FieldError.tsx';
import { useSession } from '../../../../platform/web/session.ts';
import type { DraftEditor } from '../draft/use-draft.ts';
import { AddLine } from './AddLine.tsx';
import { GroupingControl } from './GroupingControl.tsx';
import { LineEditor } from './LineEditor.tsx';
import classes from './LineGrid.module.css';
import { LineGridHead } from './LineGridHead.tsx';
import { LineTabs } from './LineTabs.tsx';
import { ProductSearch } from './ProductSearch.tsx';
import { useGridLines } from './use-grid-lines.ts';
import { useLineTabs } from './use-line-tabs.ts';

export interface LineGridProps {
  readonly editor: DraftEditor;
  readonly totals: Totals;
  readonly problems: Problems;
  /** Fields of a line were typed into, so that their errors vanish. */
  readonly onTyped: (places: readonly string[]) => void;
}

/** The lines as a dense grid: Tab goes through the cells, Enter goes down and adds a line at the end (PROC-01). */
export function LineGrid({ editor, totals, problems, onTyped }: LineGridProps): ReactNode {
  const { t } = useTranslation();
  const { draft } = editor;
  const [isAdvanced, setAdvanced] = useAdvancedLines();
  const { grouping, onGrouping, groups, group, onShow } = useLineTabs(draft, totals, problems);
  const lines = useGridLines({ editor, group, onShowAll: () => onShow(null), onTyped });
  return (
    <section aria-label={t('procurement.lines')}>
      <div className={classes.tools}>
        <ProductSearch
          onAdd={(fill) => lines.addFilled(fill)}
          onAddFree={(description) => lines.addFilled((line) => ({ ...line, description }), 'supplier_id')}
          onLeaveDown={lines.focusLast}
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
      <table className={classes.grid} aria-label={t('procurement.lines')}>
        <LineGridHead currency={draft.head.currency} />
        <tbody ref={lines.keys.body} onKeyDown={lines.keys.onKeyDown}>
          {lines.shown.map(({ line, index }, place) => (
            <LineEditor
              key={line.key}
              line={line}
              position={index + 1}
              net={totals.lines[index]?.total_netto ?? null}
              isAdvanced={isAdvanced}
              problems={problems}
              head={draft.head}
              onChange={(columns, next) => lines.change(line, columns, next)}
              onRemove={() => lines.remove(line, place)}
            />
          ))}
        </tbody>
      </table>
      <div className={classes.below}>
        <AddLine
          lines={draft.lines}
          onAdd={lines.add}
          onAddFilled={(fill) => lines.addFilled(fill, 'price')}
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

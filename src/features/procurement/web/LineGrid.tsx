import { Button, Switch } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '../../../platform/web/kit/FieldError.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import type { Totals } from '../totals.ts';
import { isBlankLine, type LineDraft, newLine } from './draft.ts';
import { LineEditor } from './LineEditor.tsx';
import classes from './LineGrid.module.css';
import { ProductSearch } from './ProductSearch.tsx';
import type { Problems } from './problems.ts';
import type { DraftEditor } from './use-draft.ts';
import { useGridKeys } from './use-grid-keys.ts';

export interface LineGridProps {
  readonly editor: DraftEditor;
  readonly totals: Totals;
  readonly currency: string;
  readonly problems: Problems;
  /** Fields of a line were typed into, so that their errors vanish. */
  readonly onTyped: (places: readonly string[]) => void;
}

/** The key of the line that is offered while there is none. */
const offeredKey = 'first';

/** The lines as a dense grid: Tab goes through the cells, Enter goes down and adds a line at the end (PROC-01). */
export function LineGrid({ editor, totals, currency, problems, onTyped }: LineGridProps): ReactNode {
  const { t } = useTranslation();
  const { head } = editor.draft;
  const [isAdvanced, setAdvanced] = useLocalStorage({
    key: 'procurement-advanced-lines',
    defaultValue: false,
  });
  const offered = useMemo(() => newLine(offeredKey, head.client), [head.client]);
  const lines = editor.draft.lines.length > 0 ? editor.draft.lines : [offered];
  const grid = useGridKeys(lines.length, editor.addLine);

  const change = (
    line: LineDraft,
    columns: readonly string[],
    next: (line: LineDraft) => LineDraft,
  ): void => {
    editor.setLine(line.key, next);
    onTyped(['head.lines', ...columns.map((column) => `${line.key}.${column}`)]);
  };
  const remove = (line: LineDraft, index: number): void => {
    editor.removeLine(line.key);
    grid.focusCell(Math.max(0, index - 1), 'description');
  };
  const addProduct = (fill: (line: LineDraft) => LineDraft): void => {
    const blank = editor.draft.lines.find(isBlankLine);
    if (blank === undefined) editor.addLine(fill);
    else editor.setLine(blank.key, fill);
    onTyped(['head.lines']);
  };

  return (
    <section aria-label={t('procurement.lines')}>
      <div className={classes.tools}>
        <ProductSearch onAdd={addProduct} />
        <Switch
          size="xs"
          label={t('procurement.advanced')}
          checked={isAdvanced}
          onChange={(event) => setAdvanced(event.currentTarget.checked)}
        />
      </div>
      <table className={classes.grid}>
        <GridHead currency={currency} />
        <tbody ref={grid.body} onKeyDown={grid.onKeyDown}>
          {lines.map((line, index) => (
            <LineEditor
              key={line.key}
              line={line}
              position={index + 1}
              net={totals.lines[index]?.total_netto ?? null}
              isAdvanced={isAdvanced}
              problems={problems}
              head={head}
              onChange={(columns, next) => change(line, columns, next)}
              onRemove={() => remove(line, index)}
            />
          ))}
        </tbody>
      </table>
      <div className={classes.below}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={1.6} aria-hidden />}
          onClick={() => {
            editor.addLine();
            grid.focusCell(editor.draft.lines.length, 'description');
          }}
        >
          {t('procurement.add_line')}
        </Button>
        {problems.has('head.lines') ? (
          <div className={classes.problem}>
            <FieldError>{problems.get('head.lines')}</FieldError>
          </div>
        ) : null}
      </div>
    </section>
  );
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

import { Button } from '@mantine/core';
import { IconTableColumn } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareAmounts, isZero, round, sum } from '../../../../base/money.ts';
import type { Totals } from '../../../../document/totals.ts';
import { LineGrid } from '../../../../document/web/lines/LineGrid.tsx';
import { lineEditor } from '../../../../document/web/lines/use-grid-lines.ts';
import { loadChunk } from '../../../../platform/web/chunk.ts';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import type { Reading } from '../../../recognition/reading.ts';
import { openDifference } from '../../lines.ts';
import type { TaxRow } from '../../model.ts';
import { usualRate } from '../../owed-tax.ts';
import { signOf } from '../../recognised-form.ts';
import { recognisedTaxRows } from '../../recognised-lines.ts';
import { PostingProposals } from '../accounting/PostingProposals.tsx';
import { isBlankLine, type LineDraft, newLine, withLinesOfTotals, withStatedTax } from '../draft.ts';
import { OrderMatch } from '../orders/OrderMatch.tsx';
import type { InvoiceOrders } from '../orders/use-orders.ts';
import { LineSources } from '../sources/LineSources.tsx';
import type { InvoiceForm } from '../use-invoice-form.ts';
import { Breakdown } from './Breakdown.tsx';
import classes from './InvoiceItems.module.css';
import { InvoiceTable } from './InvoiceTable.tsx';
import { useLineSheet } from './use-line-sheet.tsx';

const SplitDialog = lazy(() =>
  loadChunk(() => import('./SplitDialog.tsx')).then((chunk) => ({ default: chunk.SplitDialog })),
);

export interface InvoiceItemsProps {
  readonly form: InvoiceForm;
  readonly orders: InvoiceOrders;
  readonly reading: Reading | null;
}

/** The lines of an invoice and their totals, compared with the stated total (INV-11, VAL-16). */
export function InvoiceItems({ form, reading, orders }: InvoiceItemsProps): ReactNode {
  const { editor, situation, isEditing, problems, saving } = form;
  const { head, taxRows } = situation.document;
  return (
    <>
      {isEditing ? (
        <EditedLines form={form} reading={reading} orders={orders} />
      ) : (
        <InvoiceTable document={form.document} />
      )}
      <div className={classes.results}>
        <OrderMatch form={form} orders={orders} />
        <Breakdown
          total={head.total_brutto}
          currency={head.currency}
          owedRate={editor.draft.head.client?.tax ?? usualRate}
          rows={taxRows}
          accountedTax={reading?.accountedTax}
          tolerance={form.situation.facts.settings.taxTolerance}
          problem={problems.get('head.tax_rows')}
          onTax={
            isEditing && editor.draft.lines.length > 0
              ? (row) => {
                  editor.change((draft) => withStatedTax(draft, row));
                  saving.forgetProblems(['head.tax_rows', 'head.total_brutto']);
                }
              : null
          }
        />
      </div>
    </>
  );
}

function EditedLines({ form, reading, orders }: InvoiceItemsProps): ReactNode {
  const { editor, situation, problems, saving } = form;
  const { head, taxRows } = situation.document;
  const isOff = taxRows.length === 0 || compareAmounts(openDifference(head.total_brutto, taxRows), '0') !== 0;
  const { draft } = editor;
  const [split, setSplit] = useState<LineDraft | null>(null);
  const sheet = useLineSheet(draft.head, orders.lines, situation.facts.settings.exportTarget, setSplit);
  const changeLines = (next: (lines: readonly LineDraft[]) => readonly LineDraft[]): void =>
    editor.change((present) => ({ ...present, lines: next(present.lines) }));
  return (
    <>
      <PostingProposals form={form} />
      <LineGrid
        sheet={sheet}
        editor={lineEditor(draft.lines, changeLines, newLine)}
        totals={gridTotals(draft.lines, situation.document.taxRows)}
        problems={problems}
        onTyped={(places) => saving.forgetProblems([...places, 'head.total_brutto', 'head.tax_rows'])}
        ways={() => (
          <>
            <LineSources form={form} reading={reading} orders={orders} />
            {isOff && !isZero(head.total_brutto) ? (
              <LinesOfTotals
                replaces={draft.lines.some((line) => !isBlankLine(line))}
                onMake={() => {
                  const stated = reading === null ? [] : recognisedTaxRows(reading, signOf(reading));
                  editor.change((present) => withLinesOfTotals(present, stated, () => uniqueKey()));
                  saving.forgetProblems(['head.total_brutto', 'head.tax_rows']);
                }}
              />
            ) : null}
          </>
        )}
      />
      {split === null ? null : (
        <Suspense fallback={null}>
          <SplitDialog
            line={split}
            head={draft.head}
            onSplit={(parts) => {
              changeLines((lines) => lines.flatMap((line) => (line.key === split.key ? parts : [line])));
              saving.forgetProblems(['head.total_brutto', 'head.tax_rows']);
              setSplit(null);
            }}
            onClose={() => setSplit(null)}
          />
        </Suspense>
      )}
    </>
  );
}

interface LinesOfTotalsProps {
  /** Whether existing lines are replaced. */
  readonly replaces: boolean;
  readonly onMake: () => void;
}

/** Creates one line per rate from the totals (VAL-19); asks before it replaces lines. */
function LinesOfTotals({ replaces, onMake }: LinesOfTotalsProps): ReactNode {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  if (!useHasRole('user-price')) return null;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconTableColumn size={14} stroke={1.6} aria-hidden />}
        onClick={() => (replaces ? setAsking(true) : onMake())}
      >
        {t('invoice.lines_of_totals.action')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={t('invoice.lines_of_totals.title')}
        actionLabel={t('invoice.lines_of_totals.replace')}
        onConfirm={() => {
          setAsking(false);
          onMake();
        }}
        onClose={() => setAsking(false)}
      >
        <p>{t('invoice.lines_of_totals.text')}</p>
      </ConfirmDialog>
    </>
  );
}

/** The totals row of the grid. */
function gridTotals(lines: readonly LineDraft[], rows: readonly TaxRow[]): Totals {
  const net = round(sum(rows.map((row) => row.net)), 2);
  const tax = round(sum(rows.map((row) => row.tax)), 2);
  return {
    total_netto: net,
    total_tax: tax,
    total_brutto: sum([net, tax]),
    taxes: rows.map((row) => ({ tax: row.tax_percentage, total_netto: row.net, total_tax: row.tax })),
    lines: lines.map(({ total_netto }) => ({
      total_netto: total_netto ?? '0',
      total_brutto: total_netto ?? '0',
    })),
  };
}

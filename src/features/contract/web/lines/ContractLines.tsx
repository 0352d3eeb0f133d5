import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount as AmountText, grossOf, minus, round, sum } from '../../../../base/money.ts';
import { remembered } from '../../../../base/remembered.ts';
import type { LineTotals, Totals } from '../../../../document/totals.ts';
import { LineGrid } from '../../../../document/web/lines/LineGrid.tsx';
import { lineEditor } from '../../../../document/web/lines/use-grid-lines.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { EmptyState } from '../../../../platform/web/kit/EmptyState.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { intervalTotals } from '../../intervals.ts';
import { type LineDraft, newLine } from '../draft.ts';
import type { ContractForm } from '../use-contract-form.ts';
import classes from './ContractLines.module.css';
import { ContractTable } from './ContractTable.tsx';
import { useLineSheet } from './use-line-sheet.tsx';

/** The lines of a contract, and its costs per interval (CON-27). */
export function ContractLines({ form }: { readonly form: ContractForm }): ReactNode {
  const { t } = useTranslation();
  const { isEditing, document, closed } = form;
  if (document === null || (isEditing && closed.size === 0)) {
    return (
      <>
        <EditedLines form={form} />
        <IntervalSums form={form} />
      </>
    );
  }
  if (document.contract_lines.length === 0) {
    return <EmptyState title={t('contract.no_lines.title')}>{t('contract.no_lines.text')}</EmptyState>;
  }
  return (
    <>
      <ContractTable document={document} />
      <IntervalSums form={form} />
    </>
  );
}

function EditedLines({ form }: { readonly form: ContractForm }): ReactNode {
  const { editor, problems, saving } = form;
  const { head, lines } = editor.draft;
  const sheet = useLineSheet(head);
  const changeLines = (next: (lines: readonly LineDraft[]) => readonly LineDraft[]): void =>
    editor.change((present) => ({ ...present, lines: next(present.lines) }));
  return (
    <LineGrid
      sheet={sheet}
      editor={lineEditor(lines, changeLines, newLine)}
      totals={gridTotals(lines)}
      problems={problems}
      onTyped={saving.forgetProblems}
    />
  );
}

/** The sum of each interval, with the yearly total of other intervals. */
function IntervalSums({ form }: { readonly form: ContractForm }): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const { head, lines } = form.situation.document;
  if (!seesPrices || lines.length === 0) return null;
  const { currency } = head;
  return (
    <dl className={classes.sums}>
      {intervalTotals(lines, head.usage_type).map(({ usage, total, yearly }) => (
        <div key={usage ?? 'none'} className={classes.sum}>
          <dt>
            {usage === null
              ? t('contract.sum')
              : t('contract.sum_of', { interval: t(`procurement.usage.${usage}`) })}
          </dt>
          <dd className={classes.total}>
            <Amount value={total} currency={currency} decimals={2} />
          </dd>
          <dd className={classes.yearly}>
            {usage === 'yearly' || yearly === null ? null : (
              <>
                <Amount value={yearly} currency={currency} decimals={2} /> {t('contract.per_year')}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const lineTotals = remembered(({ total, tax }: LineDraft): LineTotals => {
  const net: AmountText = total ?? '0';
  return { total_netto: net, total_brutto: grossOf(net, tax ?? '0', 2) };
});

/** The line totals for the grid. */
function gridTotals(lines: readonly LineDraft[]): Totals {
  const counted = lines.map((line) => lineTotals(line));
  const total_netto = round(sum(counted.map((line) => line.total_netto)), 2);
  const total_brutto = round(sum(counted.map((line) => line.total_brutto)), 2);
  return {
    total_netto,
    total_brutto,
    total_tax: minus(total_brutto, total_netto),
    taxes: [],
    lines: counted,
  };
}

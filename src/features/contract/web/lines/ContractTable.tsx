import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { amountOrNull } from '../../../../base/money.ts';
import { type LineBand, LineTable, type ReadColumn } from '../../../../document/web/lines/LineTable.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { intervalTotals } from '../../intervals.ts';
import type { ContractDocument, LineRow } from '../kind.ts';

/** The lines of a contract, read-only. Typing elsewhere on the page does not render them (PROC-40). */
export const ContractTable = memo(function ContractTable({
  document,
}: {
  readonly document: ContractDocument;
}): ReactNode {
  const { t } = useTranslation();
  const columns = useReadColumns(document);
  const folded = useFolded();
  const lines = document.contract_lines.map((line) => ({ ...line, total: amountOrNull(line.total) }));
  // Totals of different intervals cannot be added (CON-37).
  const isOne = intervalTotals(lines, document.usage_type).length === 1;
  const band: LineBand<LineRow> = {
    key: 'all',
    name: t('document.line.all'),
    lines: document.contract_lines.map((row, place) => ({
      row,
      position: place + 1,
      net: amountOrNull(row.total),
    })),
    net: isOne ? amountOrNull(document.total_netto) : null,
    note: null,
  };
  return (
    <LineTable
      bands={[band]}
      columns={columns}
      currency={document.currency}
      folded={folded}
      grouping={{ choices: [], shown: undefined, onGrouping: () => {} }}
    />
  );
});

function useReadColumns(document: ContractDocument): readonly ReadColumn<LineRow>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    { key: 'name', label: t('field.name'), look: 'name', cell: ({ name }) => name },
    {
      key: 'type',
      label: t('contract.line_type'),
      look: 'quiet',
      cell: ({ type }) => t(`contract.choice.type.${type}`),
    },
    {
      key: 'item_number',
      label: t('field.item_number'),
      look: 'clipped',
      cell: ({ item_number: number }) => number,
    },
    {
      key: 'usage_type',
      label: t('field.usage_type'),
      look: 'quiet',
      cell: ({ usage_type }) => {
        const usage = usage_type ?? document.usage_type;
        return usage === null ? null : t(`procurement.usage.${usage}`);
      },
    },
    {
      key: 'quantity',
      label: t('field.quantity'),
      look: 'strongNumber',
      cell: ({ quantity, unit }) =>
        quantity === null ? null : [format.quantity(quantity), unit].filter(Boolean).join(' '),
    },
    {
      key: 'tax',
      label: t('field.tax'),
      look: 'quietNumber',
      cell: ({ tax }) => (tax === null ? null : format.quantity(tax)),
    },
  ];
}

function useFolded() {
  const format = useFormat();
  return ({ name, quantity, unit, item_number }: LineRow) => ({
    name,
    text: [
      quantity === null ? null : [format.quantity(quantity), unit].filter(Boolean).join(' '),
      item_number,
    ]
      .filter(Boolean)
      .join(', '),
  });
}

import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { amountOrNull } from '../../../../base/money.ts';
import { unitText } from '../../../../base/units.ts';
import { type LineBand, LineTable, type ReadColumn } from '../../../../document/web/lines/LineTable.tsx';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { optionLabel } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { InvoiceDocument, LineRow } from '../kind.ts';

/** The lines of an invoice, read-only. Typing elsewhere on the page does not render them (PROC-40). */
export const InvoiceTable = memo(function InvoiceTable({
  document,
}: {
  readonly document: InvoiceDocument | null;
}): ReactNode {
  const { t } = useTranslation();
  const columns = useReadColumns(document);
  const folded = useFolded();
  if (document === null || document.invoice_lines.length === 0) return null;
  const band: LineBand<LineRow> = {
    key: 'all',
    name: t('document.line.all'),
    lines: document.invoice_lines.map((row, place) => ({
      row,
      position: place + 1,
      net: amountOrNull(row.total_netto),
    })),
    net: amountOrNull(document.total_netto),
    note: null,
  };
  const grouping = { choices: [], shown: undefined, onGrouping: () => {} };
  return (
    <LineTable
      bands={[band]}
      columns={columns}
      currency={document.currency}
      folded={folded}
      grouping={grouping}
    />
  );
});

function useReadColumns(document: InvoiceDocument | null): readonly ReadColumn<LineRow>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return [
    {
      key: 'description',
      label: t('field.description'),
      look: 'name',
      cell: ({ description }) => description,
    },
    {
      key: 'cost_center',
      label: t('field.cost_center_id'),
      look: 'clipped',
      cell: ({ cost_center: own }) => {
        const center = own ?? document?.cost_center;
        return center ? optionLabel(center) : null;
      },
    },
    {
      key: 'ledger_account',
      label: t('field.ledger_account_id'),
      look: 'clipped',
      cell: ({ ledger_account: own }) => {
        const account = own ?? document?.ledger_account;
        return account ? optionLabel(account) : null;
      },
    },
    {
      key: 'quantity',
      label: t('field.quantity'),
      look: 'strongNumber',
      cell: ({ quantity, unit }) =>
        quantity === null ? null : `${format.quantity(quantity)} ${unitText(unit ?? '', t)}`.trim(),
    },
    {
      key: 'price',
      label: t('field.unit_net_price'),
      look: 'number',
      isPrice: true,
      cell: ({ unit_net_price: price }) => <Amount value={price} />,
    },
    {
      key: 'tax',
      label: t('field.tax_percentage'),
      look: 'quietNumber',
      cell: ({ tax_percentage: rate }) => (rate === null ? null : format.quantity(rate)),
    },
  ];
}

function useFolded() {
  const format = useFormat();
  return ({ description, quantity, item_number }: LineRow) => ({
    name: description,
    text: [quantity === null ? null : format.quantity(quantity), item_number].filter(Boolean).join(', '),
  });
}

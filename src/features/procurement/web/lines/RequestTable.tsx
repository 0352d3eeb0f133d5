import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sum } from '../../../../base/money.ts';
import { totals } from '../../../../document/totals.ts';
import { useGrouping } from '../../../../document/web/lines/GroupingControl.tsx';
import marks from '../../../../document/web/lines/LineTable.module.css';
import { type LineBand, LineTable, type ReadColumn } from '../../../../document/web/lines/LineTable.tsx';
import { grouped } from '../../../../document/web/lines/line-groups.ts';
import { pricedLine } from '../../../../document/web/lines/priced-line.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { optionLabel } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { procurementKind } from '../../kind.ts';
import type { LineRow, ProcurementDocument } from '../document.ts';
import { OrderStateBadge } from '../ordering/OrderStateBadge.tsx';
import { type Grouping, groupings, groupOf } from './groupings.ts';
import classes from './RequestTable.module.css';

/**
 * The read-only lines of a request in bands with subtotals by supplier, cost center or product group. Typing elsewhere
 * on the page does not render them (PROC-40).
 */
export const RequestTable = memo(function RequestTable({
  document,
}: {
  readonly document: ProcurementDocument;
}): ReactNode {
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const choices = groupings.map((name) => ({ name, label: t(`procurement.grouping.${name}`) }));
  const [shown, onGrouping] = useGrouping(procurementKind.name, choices);
  const grouping = shown?.name ?? 'supplier';
  const bands = bandsOf(document, grouping, seesPrices);
  // The band of lines without supplier is not counted.
  const suppliers = bands.filter(({ name }) => name !== null).length;
  const folded = useFolded(document);
  const columns = useReadColumns(document);
  return (
    <LineTable
      bands={bands}
      columns={columns}
      currency={document.currency}
      folded={folded}
      count={
        grouping === 'supplier' && suppliers > 0
          ? t('procurement.supplier_count', { count: suppliers })
          : null
      }
      grouping={{ choices, shown, onGrouping }}
    />
  );
});

/** The lines in bands with subtotals, in the order of their first lines. */
function bandsOf(
  document: ProcurementDocument,
  grouping: Grouping,
  seesPrices: boolean,
): readonly LineBand<LineRow>[] {
  const { lines: nets } = totals(document.procurement_lines.map(pricedLine));
  const lines = document.procurement_lines.map((row, index) => ({
    row,
    position: index + 1,
    net: seesPrices ? (nets[index]?.total_netto ?? null) : null,
  }));
  return grouped(lines, ({ row }) => groupOf(row, grouping, document.cost_center)).map((group) => ({
    ...group,
    net: seesPrices ? sum(group.lines.map(({ net }) => net ?? '0')) : null,
    note: grouping === 'supplier' ? orderState(document, group.lines[0]?.row) : null,
  }));
}

/** The state of the line's order and its confirmation number (PROC-16). */
function orderState(document: ProcurementDocument, line: LineRow | undefined): ReactNode {
  const showsOrders = ['approved', 'ordered', 'completed', 'clearing'].includes(document.status);
  if (!showsOrders || !line?.supplier) return null;
  const order = document.procurement_supplier_orders.find(
    ({ supplier, marketplace }) =>
      supplier?.id === line.supplier?.id && (marketplace?.id ?? null) === line.marketplace_id,
  );
  return (
    <>
      <OrderStateBadge state={order?.state ?? 'open'} />
      {order?.confirmation_no ? <span className={marks.mark}>{order.confirmation_no}</span> : null}
    </>
  );
}

function useReadColumns(document: ProcurementDocument): readonly ReadColumn<LineRow>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const received: ReadColumn<LineRow> = {
    key: 'received',
    label: t('procurement.received'),
    look: 'number',
    cell: (row) => <Received row={row} />,
  };
  return [
    {
      key: 'description',
      label: t('field.description'),
      look: 'name',
      cell: (row) => <Description row={row} />,
    },
    {
      key: 'item_number',
      label: t('field.item_number'),
      look: 'quiet',
      cell: ({ item_number }) => item_number,
    },
    {
      key: 'ledger_account',
      label: t('field.ledger_account_id'),
      look: 'clipped',
      cell: (row) => {
        const account = row.ledger_account ?? document.ledger_account;
        return account && optionLabel(account);
      },
    },
    {
      key: 'quantity',
      label: t('field.quantity'),
      look: 'strongNumber',
      cell: ({ quantity }) => (quantity === null ? null : format.quantity(quantity)),
    },
    { key: 'unit', label: t('field.unit'), look: 'quiet', cell: ({ unit }) => unit },
    ...(isDelivering(document) ? [received] : []),
    {
      key: 'price',
      label: t('procurement.unit_price'),
      look: 'number',
      isPrice: true,
      cell: (row) => <UnitPrice row={row} />,
    },
    {
      key: 'tax',
      label: t('procurement.tax'),
      look: 'quietNumber',
      isPrice: true,
      cell: ({ tax }) => (tax === null ? null : t('procurement.percent', { value: format.quantity(tax) })),
    },
  ];
}

interface RowProps {
  readonly row: LineRow;
}

function Description({ row: { description, webshop_url, kind } }: RowProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      {webshop_url === null ? (
        description
      ) : (
        <a href={webshop_url} target="_blank" rel="noopener noreferrer">
          {description}
        </a>
      )}
      {kind === 'item' ? null : <span className={marks.mark}> {t(`procurement.kind.${kind}`)}</span>}
    </>
  );
}

function UnitPrice({ row }: RowProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const decimals = String(row.price_netto ?? '').split('.')[1]?.length ?? 0;
  return (
    <>
      <Amount value={row.price_netto} {...(decimals > 2 ? { decimals } : {})} />
      {row.price_unit === 1 ? null : (
        <span className={marks.mark}>
          {' '}
          {t('procurement.per', { quantity: format.quantity(row.price_unit) })}
        </span>
      )}
    </>
  );
}

function Received({ row }: RowProps): ReactNode {
  const format = useFormat();
  if (row.kind !== 'item' || row.quantity === null) return null;
  const isWhole = row.quantity_received >= row.quantity;
  return (
    <span className={isWhole ? classes.complete : classes.partial}>
      {format.quantity(row.quantity_received)}
    </span>
  );
}

/** The ordered and received quantity with the item number. */
function useFolded(document: ProcurementDocument) {
  const { t } = useTranslation();
  const format = useFormat();
  return ({ description, kind, quantity, quantity_received, unit, item_number }: LineRow) => {
    const ordered = quantity === null ? '' : format.quantity(quantity);
    const received =
      isDelivering(document) && kind === 'item' && quantity !== null
        ? t('procurement.receive.of', { received: format.quantity(quantity_received), ordered })
        : null;
    const parts = [`${ordered} ${unit ?? ''}`.trim(), item_number, received];
    return { name: description, text: parts.filter(Boolean).join(', ') };
  };
}

function isDelivering(document: ProcurementDocument): boolean {
  return (
    document.status === 'ordered' || document.procurement_lines.some((line) => line.quantity_received > 0)
  );
}

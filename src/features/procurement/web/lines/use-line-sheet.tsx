import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalPlaces } from '../../../../base/money.ts';
import classes from '../../../../document/web/lines/LineGrid.module.css';
import type {
  LineColumn,
  LineSheet,
  PastedColumn,
  ShownTypedLine,
} from '../../../../document/web/lines/line-columns.ts';
import { findSuppliers } from '../../../../document/web/lookups.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { AmountField, QuantityField } from '../../../../platform/web/kit/AmountField.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { lineFields } from '../../fields.ts';
import { procurementKind } from '../../kind.ts';
import {
  type HeadDraft,
  isBlankLine,
  type LineDraft,
  newLine,
  typedPrice,
  withNewSupplier,
  withPrice,
  withSupplier,
} from '../draft/draft.ts';
import { alike, groupings, groupOf } from './groupings.ts';
import { detailColumns, LineDetails } from './LineDetails.tsx';
import { Locked } from './Locked.tsx';
import { useUnitPriceDecimals } from './use-unit-price-decimals.ts';

type ShownLine = ShownTypedLine<LineDraft>;

/** The grid configuration for the lines of a request. */
export function useLineSheet(head: HeadDraft): LineSheet<LineDraft> {
  const { t } = useTranslation();
  const decimals = useUnitPriceDecimals();
  const { currency, client, cost_center: center } = head;
  return useMemo(
    () => ({
      name: procurementKind.name,
      fields: lineFields,
      columns: lineColumns(t, currency).map(withLock),
      details: { columns: detailColumns, show: (shown) => <LineDetails {...shown} client={client} /> },
      newLine: (key) => newLine(key, client),
      isBlank: isBlankLine,
      pasted: pastedColumns(decimals),
      groupings: groupings.map((name) => ({
        name,
        label: t(`procurement.grouping.${name}`),
        groupOf: (line) => groupOf(line, name, center),
        alike: (line, model) => alike(line, model, name),
      })),
    }),
    [t, currency, client, center, decimals],
  );
}

/** The tax first, because a later tax would change a gross price (PRICE-02). */
function pastedColumns(decimals: number): readonly PastedColumn<LineDraft>[] {
  return [
    { name: 'description', role: 'text' },
    { name: 'item_number', role: 'item_number' },
    { name: 'quantity', role: 'quantity' },
    { name: 'unit', role: 'unit' },
    {
      name: 'tax',
      role: 'tax',
      isPrice: true,
      fill: (line, value) => withPrice(line, { tax: String(value) }, decimals),
    },
    {
      name: 'price_netto',
      role: 'price',
      isPrice: true,
      fill: (line, value) => withPrice(line, { price: String(value), mode: 'net' }, decimals),
    },
    { name: 'delivery_date', role: 'day' },
  ];
}

/** Makes the fixed fields of marketplace lines read-only (PUN-08). */
function withLock(column: LineColumn<LineDraft>): LineColumn<LineDraft> {
  return { ...column, cell: (shown) => <Locked line={shown.line}>{column.cell(shown)}</Locked> };
}

type Translate = ReturnType<typeof useTranslation>['t'];

function lineColumns(t: Translate, currency: string): readonly LineColumn<LineDraft>[] {
  return [
    { key: 'description', label: t('field.description'), cell: (shown) => <Description {...shown} /> },
    {
      key: 'item_number',
      label: t('field.item_number'),
      width: '104px',
      cell: ({ field }) => <TextField {...field('item_number')} />,
    },
    {
      key: 'supplier_id',
      label: t('field.supplier_id'),
      width: '18%',
      cell: (shown) => <SupplierSelect {...shown} />,
    },
    {
      key: 'quantity',
      label: t('field.quantity'),
      width: '76px',
      isNumber: true,
      cell: ({ field }) => <QuantityField {...field('quantity')} />,
    },
    {
      key: 'unit',
      label: t('field.unit'),
      width: '76px',
      cell: ({ field }) => <TextField {...field('unit')} />,
    },
    {
      key: 'price',
      label: t('procurement.unit_price'),
      width: '104px',
      isNumber: true,
      isPrice: true,
      cell: (shown) => <UnitPrice {...shown} />,
    },
    {
      key: 'tax',
      label: t('procurement.tax_percent'),
      width: '60px',
      isNumber: true,
      isPrice: true,
      cell: (shown) => <Tax {...shown} />,
    },
    {
      key: 'net',
      label: t('document.line.net'),
      heading: t('document.line.net_in', { currency }),
      width: '108px',
      isNumber: true,
      isPrice: true,
      isResult: true,
      cell: ({ net }) => <Amount value={net} />,
    },
  ];
}

function Description({ line, field }: ShownLine): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <TextField {...field('description')} />
      {line.kind === 'item' ? null : (
        <span className={classes.mark}>{t(`procurement.kind.${line.kind}`)}</span>
      )}
    </>
  );
}

/** Chooses a supplier, or names a new one where the person may add suppliers (PROC-08). */
function SupplierSelect({ line, field, onChange }: ShownLine): ReactNode {
  const { t } = useTranslation();
  const mayAdd = useHasRole('user-can-insert-supplier');
  return (
    <SearchSelect
      {...field('supplier', 'supplier_id')}
      value={
        line.new_supplier === ''
          ? line.supplier
          : { id: 0, name: line.new_supplier, note: t('procurement.new_supplier') }
      }
      searchKey={['supplier']}
      search={findSuppliers}
      onChange={(supplier) => onChange(['supplier_id'], (present) => withSupplier(present, supplier))}
      {...(mayAdd
        ? {
            onCreate: (name: string) =>
              onChange(['supplier_id'], (present) => withNewSupplier(present, name)),
            createLabel: (name: string) => t('procurement.create_supplier', { name }),
          }
        : {})}
    />
  );
}

/** The price as typed, net or gross; the other one is computed (PRICE-03). */
function UnitPrice({ line, field, onChange }: ShownLine): ReactNode {
  const { t } = useTranslation();
  const price = typedPrice(line);
  const decimals = useUnitPriceDecimals();
  const format = useFormat();
  const marks = [
    line.price_mode === 'gross' ? t('document.line.gross') : null,
    line.price_unit === null ? null : t('procurement.per', { quantity: format.quantity(line.price_unit) }),
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      <AmountField
        {...field(line.price_mode === 'net' ? 'price_netto' : 'price_brutto')}
        {...(price !== null && decimalPlaces(price) > 2 ? { decimals: decimalPlaces(price) } : {})}
        value={price}
        onChange={(typed) =>
          onChange(['price_netto', 'price_brutto'], (present) =>
            withPrice(present, { price: typed }, decimals),
          )
        }
      />
      {marks === '' ? null : <span className={classes.numberMark}>{marks}</span>}
    </>
  );
}

function Tax({ field, onChange }: ShownLine): ReactNode {
  const decimals = useUnitPriceDecimals();
  return (
    <QuantityField
      {...field('tax')}
      onChange={(tax) => onChange(['tax'], (present) => withPrice(present, { tax }, decimals))}
    />
  );
}

import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount as AmountValue, decimalPlaces } from '../../../../base/money.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { AmountField, QuantityField } from '../../../../platform/web/kit/AmountField.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { type FieldProps, TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import {
  type HeadDraft,
  type LineDraft,
  typedPrice,
  withNewSupplier,
  withPrice,
  withSupplier,
} from '../draft/draft.ts';
import type { Problems } from '../draft/problems.ts';
import { findSuppliers } from '../lookups.ts';
import { detailColumns, LineDetails } from './LineDetails.tsx';
import classes from './LineGrid.module.css';
import { useUnitPriceDecimals } from './use-unit-price-decimals.ts';

export interface LineEditorProps {
  readonly line: LineDraft;
  /** Counted from 1, as people do. */
  readonly position: number;
  readonly net: AmountValue | null;
  readonly isAdvanced: boolean;
  readonly problems: Problems;
  readonly head: HeadDraft;
  /** `columns` names what was typed, as the server would name it. */
  readonly onChange: (columns: readonly string[], next: (line: LineDraft) => LineDraft) => void;
  readonly onRemove: () => void;
}

/** One line of the grid; all its fields in the advanced view (PROC-10). */
export function LineEditor(props: LineEditorProps): ReactNode {
  const { line, position, problems, isAdvanced, onChange, onRemove } = props;
  const isDetailed = isAdvanced || detailColumns.some((column) => problems.has(`${line.key}.${column}`));
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const cell = useCell(line, position, problems);
  return (
    <>
      <tr data-line className={classes.row}>
        <td className={classes.position}>{position}</td>
        <td data-column="description" data-label={t('field.description')}>
          <TextField
            {...cell('description')}
            maxLength={255}
            value={line.description}
            onChange={(description) => onChange(['description'], (present) => ({ ...present, description }))}
          />
          {line.kind === 'item' ? null : (
            <span className={classes.kind}>{t(`procurement.kind.${line.kind}`)}</span>
          )}
        </td>
        <td data-column="item_number" data-label={t('field.item_number')}>
          <TextField
            {...cell('item_number')}
            maxLength={60}
            value={line.item_number}
            onChange={(item_number) => onChange(['item_number'], (present) => ({ ...present, item_number }))}
          />
        </td>
        <td data-column="supplier_id" data-label={t('field.supplier_id')}>
          <SupplierSelect {...props} field={cell('supplier_id')} />
        </td>
        <td data-column="quantity" data-label={t('field.quantity')} className={classes.number}>
          <QuantityField
            {...cell('quantity')}
            value={line.quantity}
            onChange={(quantity) => onChange(['quantity'], (present) => ({ ...present, quantity }))}
          />
        </td>
        <td data-column="unit" data-label={t('field.unit')}>
          <TextField
            {...cell('unit')}
            maxLength={30}
            value={line.unit}
            onChange={(unit) => onChange(['unit'], (present) => ({ ...present, unit }))}
          />
        </td>
        {seesPrices ? <PriceCells {...props} /> : null}
        <td className={classes.remove}>
          <ActionIcon size={28} aria-label={t('procurement.remove_line', { position })} onClick={onRemove}>
            <IconTrash size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </td>
      </tr>
      {isDetailed ? (
        <tr className={classes.details}>
          <td />
          <td colSpan={seesPrices ? 9 : 6}>
            <LineDetails {...props} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** Chooses a supplier, or names a new one where the person may add suppliers (PROC-08). */
function SupplierSelect({
  line,
  onChange,
  field,
}: LineEditorProps & { readonly field: FieldProps }): ReactNode {
  const { t } = useTranslation();
  const mayAdd = useHasRole('user-can-insert-supplier');
  return (
    <SearchSelect
      {...field}
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

function PriceCells({ line, position, net, problems, onChange }: LineEditorProps): ReactNode {
  const { t } = useTranslation();
  const cell = useCell(line, position, problems);
  const column = line.price_mode === 'net' ? 'price_netto' : 'price_brutto';
  const price = typedPrice(line);
  const decimals = useUnitPriceDecimals();
  const format = useFormat();
  const marks = [
    line.price_mode === 'gross' ? t('procurement.gross') : null,
    line.price_unit === null ? null : t('procurement.per', { quantity: format.quantity(line.price_unit) }),
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <>
      <td data-column="price" data-label={t('procurement.unit_price')} className={classes.number}>
        <AmountField
          {...cell(column)}
          {...(price !== null && decimalPlaces(price) > 2 ? { decimals: decimalPlaces(price) } : {})}
          value={price}
          onChange={(typed) =>
            onChange(['price_netto', 'price_brutto'], (present) =>
              withPrice(present, { price: typed }, decimals),
            )
          }
        />
        {marks === '' ? null : <span className={classes.mode}>{marks}</span>}
      </td>
      <td data-column="tax" data-label={t('procurement.tax_percent')} className={classes.number}>
        <QuantityField
          {...cell('tax')}
          value={line.tax}
          onChange={(tax) => onChange(['tax'], (present) => withPrice(present, { tax }, decimals))}
        />
      </td>
      <td className={classes.net} data-label={t('procurement.net')}>
        <Amount value={net} />
      </td>
    </>
  );
}

/** Name, label and error of a cell; the column head shows the label, the position tells lines apart for readers. */
function useCell(line: LineDraft, position: number, problems: Problems) {
  const { t } = useTranslation();
  return (column: string) => ({
    name: `lines.${position - 1}.${column}`,
    label: t('procurement.field_of_line', { field: t(`field.${column}`), position }),
    isLabelHidden: true,
    error: problems.get(`${line.key}.${column}`),
  });
}

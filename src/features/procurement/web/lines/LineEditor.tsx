import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount as AmountValue, decimalPlaces } from '../../../../base/money.ts';
import type { Problems } from '../../../../document/web/draft/problems.ts';
import { Amount } from '../../../../platform/web/kit/Amount.tsx';
import { AmountField, QuantityField } from '../../../../platform/web/kit/AmountField.tsx';
import { SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
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
import { findSuppliers } from '../lookups.ts';
import { detailColumns, LineDetails } from './LineDetails.tsx';
import classes from './LineGrid.module.css';
import { type ChangeLine, useLineField } from './use-line-field.ts';
import { useUnitPriceDecimals } from './use-unit-price-decimals.ts';

export interface LineEditorProps {
  readonly line: LineDraft;
  /** Counted from 1, as people do. */
  readonly position: number;
  readonly net: AmountValue | null;
  readonly isAdvanced: boolean;
  readonly problems: Problems;
  readonly head: HeadDraft;
  readonly onChange: ChangeLine;
  readonly onRemove: () => void;
}

/** One line of the grid; all its fields in the advanced view (PROC-10). */
export function LineEditor(props: LineEditorProps): ReactNode {
  const { line, position, problems, isAdvanced, onRemove } = props;
  const isDetailed = isAdvanced || detailColumns.some((column) => problems.has(`${line.key}.${column}`));
  const { t } = useTranslation();
  const seesPrices = useHasRole('user-price');
  const cell = useCell(props);
  return (
    <>
      <tr data-line className={classes.row}>
        <td className={classes.position}>{position}</td>
        <td data-column="description" data-label={t('field.description')}>
          <TextField {...cell('description')} />
          {line.kind === 'item' ? null : (
            <span className={classes.kind}>{t(`procurement.kind.${line.kind}`)}</span>
          )}
        </td>
        <td data-column="item_number" data-label={t('field.item_number')}>
          <TextField {...cell('item_number')} />
        </td>
        <td data-column="supplier_id" data-label={t('field.supplier_id')}>
          <SupplierSelect {...props} />
        </td>
        <td data-column="quantity" data-label={t('field.quantity')} className={classes.number}>
          <QuantityField {...cell('quantity')} />
        </td>
        <td data-column="unit" data-label={t('field.unit')}>
          <TextField {...cell('unit')} />
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
function SupplierSelect(props: LineEditorProps): ReactNode {
  const { line, onChange } = props;
  const { t } = useTranslation();
  const cell = useCell(props);
  const mayAdd = useHasRole('user-can-insert-supplier');
  return (
    <SearchSelect
      {...cell('supplier', 'supplier_id')}
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

function PriceCells(props: LineEditorProps): ReactNode {
  const { line, net, onChange } = props;
  const { t } = useTranslation();
  const cell = useCell(props);
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
          onChange={(tax) => onChange(['tax'], (present) => withPrice(present, { tax }, decimals))}
        />
      </td>
      <td className={classes.net} data-label={t('procurement.net')}>
        <Amount value={net} />
      </td>
    </>
  );
}

/** A field as a cell; the column head shows its label, the position tells lines apart for readers. */
function useCell({ line, position, problems, onChange }: LineEditorProps) {
  const { t } = useTranslation();
  const field = useLineField(line, problems, onChange);
  return <Name extends keyof LineDraft>(name: Name, column: string = name) => {
    const { label, ...others } = field(name, column);
    return {
      ...others,
      name: `lines.${position - 1}.${column}`,
      label: t('procurement.field_of_line', { field: label, position }),
      isLabelHidden: true,
    };
  };
}

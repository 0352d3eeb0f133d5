import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalPlaces } from '../../../../base/money.ts';
import { unitText } from '../../../../base/units.ts';
import { DocumentFieldInput } from '../../../../document/web/head/DocumentFieldInput.tsx';
import classes from '../../../../document/web/lines/LineGrid.module.css';
import type {
  LineColumn,
  LineSheet,
  PastedColumn,
  ShownTypedLine,
} from '../../../../document/web/lines/line-columns.ts';
import { costCentersOf, ledgerAccountsOf } from '../../../../document/web/lookups.ts';
import { AmountField, QuantityField } from '../../../../platform/web/kit/AmountField.tsx';
import { onceChosen } from '../../../../platform/web/kit/once-chosen.ts';
import { optionLabel, SearchSelect } from '../../../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { ExportTarget } from '../../../export-target/targets.ts';
import { headParticulars, type LineParticular, lineParticulars } from '../../accounting/particulars.ts';
import { invoiceLineFields } from '../../fields.ts';
import { invoiceKind } from '../../kind.ts';
import { netOtherwise } from '../../lines.ts';
import type { OrderLine } from '../../matching/order-line.ts';
import { ParticularInput } from '../accounting/ParticularInput.tsx';
import { shownParticular } from '../accounting/shown-particulars.ts';
import { type InvoiceDraft, isBlankLine, type LineDraft, newLine, withPrice } from '../draft.ts';
import type { InvoiceOrders } from '../orders/use-orders.ts';
import { SplitButton } from './SplitButton.tsx';

type ShownLine = ShownTypedLine<LineDraft>;
type Translate = ReturnType<typeof useTranslation>['t'];

/** Columns shown below a line; an error in one of them opens the details. */
const detailColumns = [
  'kind',
  'item_number',
  'procurement_line_id',
  'unit',
  'tax_category',
  'price_unit',
  'line_allowance',
  'line_charge',
] as const;

/** The grid definition for invoice lines. */
export function useLineSheet(
  head: InvoiceDraft['head'],
  ordered: InvoiceOrders['lines'],
  target: ExportTarget,
  onSplit: (line: LineDraft) => void,
): LineSheet<LineDraft> {
  const { t } = useTranslation();
  const { client, cost_center: center, currency } = head;
  const companyId = client?.id ?? null;
  // Compared as a text, so that other fields of the head do not render the lines (PROC-40).
  const presets = JSON.stringify(presetsOf(head, target));
  return useMemo(() => {
    const given = JSON.parse(presets) as Presets;
    return {
      name: invoiceKind.name,
      fields: invoiceLineFields,
      columns: lineColumns(t, currency, companyId),
      details: {
        columns: [...detailColumns, ...lineParticulars(target)],
        show: (shown) => (
          <Details {...shown} ordered={ordered} companyId={companyId} presets={given} target={target} />
        ),
      },
      actions: (shown) => <SplitButton {...shown} onSplit={onSplit} />,
      newLine,
      isBlank: isBlankLine,
      pasted: pastedColumns,
      groupings: [
        {
          name: 'cost_center',
          label: t('field.cost_center_id'),
          groupOf: (line) => {
            const place = line.cost_center ?? center;
            return place && { key: String(place.id), name: optionLabel(place) };
          },
          alike: (line, model) => ({ ...line, cost_center: model.cost_center }),
        },
      ],
    };
  }, [t, companyId, presets, center, currency, target, ordered, onSplit]);
}

/** The stated net last, because it takes precedence over quantity × price (INV-26). */
const pastedColumns: readonly PastedColumn<LineDraft>[] = [
  { name: 'description', role: 'text' },
  { name: 'item_number', role: 'item_number' },
  {
    name: 'quantity',
    role: 'quantity',
    fill: (line, value) => withPrice(line, { quantity: String(value) }),
  },
  { name: 'unit', role: 'unit' },
  {
    name: 'unit_net_price',
    role: 'price',
    isPrice: true,
    fill: (line, value) => withPrice(line, { unit_net_price: String(value) }),
  },
  { name: 'tax_percentage', role: 'tax' },
  { name: 'total_netto', role: 'total', isPrice: true },
];

function lineColumns(
  t: Translate,
  currency: string,
  companyId: number | null,
): readonly LineColumn<LineDraft>[] {
  return [
    {
      key: 'description',
      label: t('field.description'),
      cell: (shown) => <Description {...shown} />,
    },
    {
      key: 'quantity',
      label: t('field.quantity'),
      width: '76px',
      isNumber: true,
      cell: (shown) => <Quantity {...shown} />,
    },
    {
      key: 'unit_net_price',
      label: t('field.unit_net_price'),
      width: '104px',
      isNumber: true,
      isPrice: true,
      cell: (shown) => <UnitPrice {...shown} />,
    },
    {
      key: 'tax_percentage',
      label: t('field.tax_percentage'),
      width: '60px',
      isNumber: true,
      cell: ({ field }) => <QuantityField {...field('tax_percentage')} />,
    },
    {
      key: 'cost_center_id',
      label: t('field.cost_center_id'),
      width: '15%',
      from: 860,
      cell: (shown) => <CostCenterSelect {...shown} companyId={companyId} />,
    },
    {
      key: 'ledger_account_id',
      label: t('field.ledger_account_id'),
      width: '15%',
      from: 1000,
      cell: ({ field }) => (
        <SearchSelect
          {...field('ledger_account', 'ledger_account_id')}
          {...onceChosen(companyId !== null, t('document.needs_company'))}
          {...ledgerAccountsOf(companyId)}
        />
      ),
    },
    {
      key: 'total_netto',
      label: t('document.line.net'),
      heading: t('document.line.net_in', { currency }),
      width: '108px',
      isNumber: true,
      isPrice: true,
      cell: (shown) => <LineNet {...shown} />,
    },
  ];
}

function Description({ line, field }: ShownLine): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <TextField {...field('description')} />
      {line.kind === 'item' ? null : (
        <span className={classes.mark}>{t(`invoice.line_kind.${line.kind}`)}</span>
      )}
    </>
  );
}

function Quantity({ line, field, onChange }: ShownLine): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <QuantityField
        {...field('quantity')}
        onChange={(quantity) =>
          onChange(['quantity', 'total_netto'], (present) => withPrice(present, { quantity }))
        }
      />
      {line.unit === '' ? null : <span className={classes.numberMark}>{unitText(line.unit, t)}</span>}
    </>
  );
}

function CostCenterSelect({
  field,
  companyId,
}: ShownLine & { readonly companyId: number | null }): ReactNode {
  const { t } = useTranslation();
  return (
    <SearchSelect
      {...field('cost_center', 'cost_center_id')}
      {...onceChosen(companyId !== null, t('document.needs_company'))}
      {...costCentersOf(companyId)}
    />
  );
}

function UnitPrice({ line, field, onChange }: ShownLine): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { unit_net_price: price, price_unit: unit } = line;
  return (
    <>
      <AmountField
        {...field('unit_net_price')}
        decimals={price === null ? 2 : Math.max(2, decimalPlaces(price))}
        onChange={(typed) =>
          onChange(['unit_net_price', 'total_netto'], (present) =>
            withPrice(present, { unit_net_price: typed }),
          )
        }
      />
      {unit === null ? null : (
        <span className={classes.numberMark}>{t('invoice.per', { quantity: format.quantity(unit) })}</span>
      )}
    </>
  );
}

/** The stated net, marked if it differs from quantity × price (INV-26). */
function LineNet({ line, field }: ShownLine): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const computed = netOtherwise({ ...line, price_unit: line.price_unit ?? '1' });
  return (
    <>
      <AmountField {...field('total_netto')} decimals={2} />
      {computed === null ? null : (
        <span className={classes.numberMark}>
          {t('invoice.line_off', { amount: format.amount(computed, { decimals: 2 }) })}
        </span>
      )}
    </>
  );
}

interface DetailsProps extends ShownLine {
  readonly companyId: number | null;
  readonly presets: Presets;
  readonly target: ExportTarget;
  readonly ordered: InvoiceOrders['lines'];
}

/** The fields that the advanced view adds to a line (PROC-10); empty ones show the value of the head. */
function Details({ field, line, onChange, ordered, companyId, presets, target }: DetailsProps): ReactNode {
  return (
    <div className={classes.detailFields}>
      <DocumentFieldInput field={invoiceLineFields.kind} {...field('kind')} />
      <DocumentFieldInput field={invoiceLineFields.item_number} {...field('item_number')} />
      <OrderedLine line={line} field={field} ordered={ordered} />
      <DocumentFieldInput field={invoiceLineFields.unit} {...field('unit')} />
      <DocumentFieldInput field={invoiceLineFields.tax_category} {...field('tax_category')} />
      {(['price_unit', 'line_allowance', 'line_charge'] as const).map((name) => (
        <DocumentFieldInput
          key={name}
          field={invoiceLineFields[name]}
          {...field(name)}
          onChange={(value) =>
            onChange([name, 'total_netto'], (present) => withPrice(present, { [name]: value }))
          }
        />
      ))}
      {target === null
        ? null
        : lineParticulars(target).map((column) => (
            <ParticularInput
              key={column}
              column={column}
              companyId={companyId}
              {...field(shownParticular(column), column)}
              placeholder={presets[column] ?? ''}
            />
          ))}
    </div>
  );
}

/** The order line that an invoice line refers to (INV-23); offers lines of the invoice's orders. */
function OrderedLine({
  line,
  field,
  ordered: lines,
}: Pick<ShownLine, 'line' | 'field'> & Pick<DetailsProps, 'ordered'>): ReactNode {
  const { t } = useTranslation();
  if (lines.length === 0) return null;
  const option = ({ id, order_number, description }: OrderLine) => ({
    id,
    number: order_number,
    name: description ?? '',
  });
  const { value, onChange, ...input } = field('procurement_line_id');
  const linked = lines.find(({ id }) => id === line.procurement_line_id);
  const unseen = value === null ? null : { id: value, name: t('invoice.order.unseen') };
  return (
    <SearchSelect
      {...input}
      label={t('invoice.match.order_line')}
      value={linked === undefined ? unseen : option(linked)}
      options={lines.map(option)}
      onChange={(chosen) => onChange(chosen?.id ?? null)}
    />
  );
}

/** The values of the head that empty fields of a line stand for. */
type Presets = Readonly<Partial<Record<LineParticular, string>>>;

function presetsOf(head: InvoiceDraft['head'], target: ExportTarget): Presets {
  if (target === null) return {};
  const presets = headParticulars(target).map((column) => {
    const preset = head[shownParticular(column)];
    return [column, preset === null ? '' : optionLabel(preset)];
  });
  return Object.fromEntries(presets) as Presets;
}

import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { UsageType } from '../../../../document/usage.ts';
import { DocumentFieldInput } from '../../../../document/web/head/DocumentFieldInput.tsx';
import classes from '../../../../document/web/lines/LineGrid.module.css';
import type {
  LineColumn,
  LineSheet,
  PastedColumn,
  ShownTypedLine,
} from '../../../../document/web/lines/line-columns.ts';
import { AmountField, QuantityField } from '../../../../platform/web/kit/AmountField.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { contractLineFields } from '../../fields.ts';
import { contractKind } from '../../kind.ts';
import { type ContractDraft, isBlankLine, type LineDraft, newLine } from '../draft.ts';

type Translate = ReturnType<typeof useTranslation>['t'];

/** Columns shown below a line; a problem in them opens the line. */
const detailColumns = ['tax', 'offer_number', 'offer_date', 'webshop_url', 'image_url'] as const;

/** The line grid of a contract. */
export function useLineSheet(head: ContractDraft['head']): LineSheet<LineDraft> {
  const { t } = useTranslation();
  const { currency, usage_type: usage } = head;
  return useMemo(
    () => ({
      name: contractKind.name,
      fields: contractLineFields,
      columns: lineColumns(t, currency, usage),
      details: { columns: detailColumns, show: (shown) => <Details {...shown} /> },
      newLine,
      isBlank: isBlankLine,
      pasted: pastedColumns,
      groupings: [
        {
          name: 'type',
          label: t('contract.line_type'),
          groupOf: ({ type }) => ({ key: type, name: t(`contract.choice.type.${type}`) }),
          alike: (line, model) => ({ ...line, type: model.type }),
        },
      ],
    }),
    [t, currency, usage],
  );
}

const pastedColumns: readonly PastedColumn<LineDraft>[] = [
  { name: 'name', role: 'text' },
  { name: 'item_number', role: 'item_number' },
  { name: 'quantity', role: 'quantity' },
  { name: 'unit', role: 'unit' },
  { name: 'total', role: 'total', isPrice: true },
  { name: 'tax', role: 'tax', isPrice: true },
  { name: 'offer_date', role: 'day' },
];

function lineColumns(
  t: Translate,
  currency: string,
  usage: UsageType | null,
): readonly LineColumn<LineDraft>[] {
  // A line without an interval uses that of its contract.
  const asContract = usage === null ? {} : { placeholder: t(`procurement.usage.${usage}`) };
  return [
    { key: 'name', label: t('field.name'), cell: ({ field }) => <TextField {...field('name')} /> },
    {
      key: 'type',
      label: t('contract.line_type'),
      width: '15%',
      cell: ({ field }) => <DocumentFieldInput field={contractLineFields.type} {...field('type')} />,
    },
    {
      key: 'item_number',
      label: t('field.item_number'),
      width: '96px',
      from: 960,
      cell: ({ field }) => <TextField {...field('item_number')} />,
    },
    {
      key: 'quantity',
      label: t('field.quantity'),
      width: '68px',
      isNumber: true,
      cell: ({ field }) => <QuantityField {...field('quantity')} />,
    },
    {
      key: 'unit',
      label: t('field.unit'),
      width: '76px',
      from: 860,
      cell: ({ field }) => <TextField {...field('unit')} />,
    },
    {
      key: 'usage_type',
      label: t('field.usage_type'),
      width: '16%',
      from: 760,
      cell: ({ field }) => (
        <DocumentFieldInput field={contractLineFields.usage_type} {...field('usage_type')} {...asContract} />
      ),
    },
    {
      key: 'total',
      label: t('document.line.net'),
      heading: t('document.line.net_in', { currency }),
      width: '108px',
      isNumber: true,
      isPrice: true,
      cell: ({ field }) => <AmountField {...field('total')} decimals={2} />,
    },
  ];
}

function Details({ field }: ShownTypedLine<LineDraft>): ReactNode {
  return (
    <div className={classes.detailFields}>
      {detailColumns.map((name) => (
        <DocumentFieldInput key={name} field={contractLineFields[name]} {...field(name)} />
      ))}
    </div>
  );
}

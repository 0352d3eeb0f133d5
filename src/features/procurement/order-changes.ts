import type { Day } from '../../base/day.ts';
import { decimalPlaces } from '../../base/money.ts';
import { formatDay } from '../../base/typed-day.ts';
import { formatNumber } from '../../base/typed-number.ts';
import { filled } from '../../document/letter/company.ts';
import type { Labelled } from '../../document/letter/words.ts';
import type { OrderContentHead, OrderContentLine } from './model.ts';
import type { OrderFacts, OrderLine, OrderStyle } from './order-facts.ts';
import { changedLineFields } from './order-letters.ts';

/** The remark of a change letter on a line: that it is new, or its former values (PROC-37). */
export function changeDetails(line: OrderLine, facts: OrderFacts, style: OrderStyle): string[] {
  const { changes, decimalPlaces: decimals } = facts;
  const change = line.id === undefined || line.id === null ? undefined : changes?.lines.get(line.id);
  if (change === undefined) return [];
  const { before } = change;
  if (before === null) return [style.t('order_pdf.change.new')];
  const values = changedLineFields(before, { ...before, ...line })
    .map((field) => formerValue(field, before, { ...style, decimals, formerDay: changes?.formerDay ?? null }))
    .filter((text) => text !== null);
  return [
    values.length > 0
      ? style.t('order_pdf.change.before', { values: [...new Set(values)].join(', ') })
      : style.t('order_pdf.change.changed'),
  ];
}

/** The changed head fields in one sentence; empty without changes. */
export function headChanges({ changes }: OrderFacts, { t }: OrderStyle): string[] {
  if (!changes || changes.head.length === 0) return [];
  const names = changes.head.map((field) => t(headNames[field]));
  return [t('order_pdf.change.head', { fields: [...new Set(names)].join(', ') })];
}

/** Names the removed lines, which are not in the table of ordered lines. */
export function removedLines({ changes }: OrderFacts, { t, language }: OrderStyle): Labelled[] {
  const lines = (changes?.removed ?? []).map(({ quantity, unit, description, item_number }) =>
    [
      quantity === null ? null : formatNumber(quantity, language),
      unit,
      description?.trim(),
      item_number === null ? null : `(${item_number})`,
    ]
      .filter(Boolean)
      .join(' '),
  );
  return filled([[t('order_pdf.term.removed'), lines.join('\n')]]);
}

const headNames = {
  delivery_date: 'order_pdf.panel.date',
  delivery_address_id: 'order_pdf.panel.delivery',
  consignee_id: 'order_pdf.panel.consignee',
  billing_address_text: 'order_pdf.panel.invoice',
  payment_in_advance: 'order_pdf.change.in_advance',
  external_order_number: 'order_pdf.reference.external_number',
  currency: 'order_pdf.change.currency',
  notes: 'order_pdf.term.notes',
} as const satisfies Readonly<Record<keyof OrderContentHead, string>>;

interface FormerStyle extends OrderStyle {
  /** Of unit prices. */
  readonly decimals: number;
  readonly formerDay: Day | null;
}

/** The former value with its label; null for fields without an own label and for hidden amounts. */
function formerValue(
  field: keyof OrderContentLine,
  before: OrderContentLine,
  { t, language, showsPrices, decimals, formerDay }: FormerStyle,
): string | null {
  const named = (label: string, value: string | null) => `${t(label)} ${value ?? '–'}`;
  const number = (value: string | null) => value && formatNumber(value, language);
  switch (field) {
    case 'quantity':
    case 'unit':
      return named(
        'order_pdf.column.quantity',
        [number(before.quantity), before.unit].filter(Boolean).join(' '),
      );
    case 'price_netto':
    case 'price_brutto':
    case 'price_mode':
    case 'price_unit': {
      const isGross = before.price_mode === 'gross';
      const price = isGross ? before.price_brutto : before.price_netto;
      const shown = price && formatNumber(price, language, Math.max(decimals, decimalPlaces(price)));
      return showsPrices ? named('order_pdf.column.price', shown) : null;
    }
    case 'tax':
      return showsPrices && before.tax !== null
        ? named('order_pdf.column.tax', t('order_pdf.percent', { rate: formatNumber(before.tax, language) }))
        : null;
    case 'delivery_date': {
      const day = before.delivery_date ?? formerDay;
      return day && t('order_pdf.line_date', { date: formatDay(day, language) });
    }
    case 'description':
      return named('order_pdf.column.description', before.description);
    case 'item_number':
      return named('order_pdf.column.item_number', before.item_number);
    default:
      return null;
  }
}

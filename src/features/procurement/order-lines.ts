import type { Day } from '../../base/day.ts';
import { type Amount, compareAmounts, decimalPlaces } from '../../base/money.ts';
import { formatDay } from '../../base/typed-day.ts';
import { formatNumber } from '../../base/typed-number.ts';
import { totals } from '../../document/totals.ts';
import { changeDetails } from './order-changes.ts';
import type { OrderFacts, OrderLine, OrderStyle, OrderSupplier } from './order-facts.ts';

/** One formatted row of the table. */
export interface LineRow {
  readonly position: string;
  readonly itemNumber: string;
  readonly description: string;
  /** Offer and delivery date that differ from those of the whole order, and changes (PROC-37). */
  readonly details: readonly string[];
  readonly quantity: string;
  readonly unit: string;
  readonly amounts: LineAmounts | null;
}

export interface LineAmounts {
  readonly price: string;
  /** The price basis, for example `per 1.000` or `gross`. */
  readonly priceNote: string | null;
  readonly tax: string;
  readonly net: string;
}

/** The lines of one supplier; an order to a single one has a single group without a title. */
export interface LineGroup {
  readonly title: string | null;
  readonly details: string | null;
  readonly rows: readonly LineRow[];
  readonly subtotal: TotalRow | null;
}

export interface TotalRow {
  readonly label: string;
  readonly amount: string;
  /** The amount payable. */
  readonly isMain: boolean;
}

/** Placeholder for unknown values. */
const unknown = '–';
const totalDecimals = 2;
/** The maximum length of terms in a group head; the supplier's own letter has them in full. */
const longestGroupTerm = 160;

/** The lines by supplier in the order of their first line, goods before freight and surcharges (PROC-34). */
export function lineGroups(facts: OrderFacts, style: OrderStyle): LineGroup[] {
  const bySupplier = [...Map.groupBy(facts.lines, (line) => line.supplier_id)];
  const isOverview = bySupplier.length > 1;
  const offer = commonOffer(facts.lines);
  return bySupplier.map(([id, own]) => {
    const lines = own.toSorted((left, right) => Number(left.kind !== 'item') - Number(right.kind !== 'item'));
    const sums = totals(lines);
    const supplier = id === null ? undefined : facts.suppliers.get(id);
    return {
      title: isOverview ? (supplier?.name ?? style.t('order_pdf.no_supplier')) : null,
      details: isOverview && supplier ? groupDetails(supplier, style) : null,
      rows: lines.map((line, index) =>
        rowOf(line, {
          facts,
          style,
          index,
          net: sums.lines[index]?.total_netto ?? null,
          hasOwnOffer: !offer,
        }),
      ),
      subtotal:
        isOverview && style.showsPrices
          ? totalRow(style.t('order_pdf.total.group'), sums.total_netto, style)
          : null,
    };
  });
}

/** Net, tax per rate, gross (PRICE-03). */
export function totalRows({ lines, head }: OrderFacts, style: OrderStyle): TotalRow[] {
  const { t, language } = style;
  const sums = totals(lines);
  return [
    totalRow(t('order_pdf.total.net'), sums.total_netto, style),
    ...sums.taxes.map(({ tax, total_netto, total_tax }) => {
      const base = formatNumber(total_netto, language, totalDecimals);
      return totalRow(
        t('order_pdf.total.tax', { rate: formatNumber(tax, language), base }),
        total_tax,
        style,
      );
    }),
    {
      ...totalRow(t('order_pdf.total.gross', { currency: head.currency }), sums.total_brutto, style),
      isMain: true,
    },
  ];
}

export interface Offer {
  readonly offer_number: string;
  readonly offer_date: Day | null;
}

/** The common offer of all goods, printed once above the lines instead of beside each. */
export function commonOffer(lines: readonly OrderLine[]): Offer | null {
  const [first, ...others] = lines.filter((line) => line.kind === 'item');
  if (!first?.offer_number) return null;
  const { offer_number, offer_date } = first;
  const isSame = others.every((line) => line.offer_number === offer_number && line.offer_date === offer_date);
  return isSame ? { offer_number, offer_date } : null;
}

interface RowPlace {
  readonly facts: OrderFacts;
  readonly style: OrderStyle;
  readonly index: number;
  readonly net: Amount | null;
  readonly hasOwnOffer: boolean;
}

function rowOf(line: OrderLine, place: RowPlace): LineRow {
  const { t, language } = place.style;
  return {
    position: String(place.index + 1),
    itemNumber: line.item_number ?? '',
    description: line.description?.trim() || (line.kind === 'item' ? unknown : kindName(line, place.style)),
    details: rowDetails(line, place),
    quantity: line.quantity === null ? unknown : formatNumber(line.quantity, language),
    unit: line.unit ?? (line.kind === 'item' ? '' : t('order_pdf.flat_rate')),
    amounts: place.style.showsPrices ? amountsOf(line, place) : null,
  };
}

function kindName({ kind }: OrderLine, { t }: OrderStyle): string {
  return kind === 'freight' ? t('order_pdf.kind.freight') : t('order_pdf.kind.surcharge');
}

function rowDetails(line: OrderLine, { facts, style, hasOwnOffer }: RowPlace): string[] {
  const { t, language } = style;
  const details: string[] = [];
  if (hasOwnOffer && line.offer_number) {
    const number = line.offer_number;
    details.push(
      line.offer_date
        ? t('order_pdf.offer_of', { number, date: formatDay(line.offer_date, language) })
        : t('order_pdf.offer', { number }),
    );
  }
  const day = line.delivery_date;
  if (day && day !== facts.head.delivery_date) {
    details.push(t('order_pdf.line_date', { date: formatDay(day, language) }));
  }
  return [...details, ...changeDetails(line, facts, style)];
}

/** A line typed gross shows the typed price, so that readers can check quantity times price (PRICE-03). */
function amountsOf(line: OrderLine, { facts, style, net }: RowPlace): LineAmounts {
  const { t, language } = style;
  const isGross = line.price_mode === 'gross';
  const price = isGross ? line.price_brutto : line.price_netto;
  const notes = [isGross && price !== null ? t('order_pdf.gross') : null, price && priceUnit(line, style)];
  return {
    price:
      price === null
        ? unknown
        : formatNumber(price, language, Math.max(facts.decimalPlaces, decimalPlaces(price))),
    priceNote: notes.filter(Boolean).join(', ') || null,
    tax: line.tax === null ? unknown : t('order_pdf.percent', { rate: formatNumber(line.tax, language) }),
    net: price === null || net === null ? unknown : formatNumber(net, language, totalDecimals),
  };
}

/** `per 1.000`, for prices of more than one unit (PRICE-06). */
function priceUnit({ price_unit }: OrderLine, { t, language }: OrderStyle): string | null {
  if (price_unit === null || compareAmounts(price_unit, '1') === 0) return null;
  return t('order_pdf.per', { quantity: formatNumber(price_unit, language) });
}

function groupDetails(supplier: OrderSupplier, { t }: OrderStyle): string | null {
  const number = supplier.client_number;
  const parts = [
    number ? `${t('order_pdf.reference.customer_number')}: ${number}` : null,
    ...[supplier.delivery_terms, supplier.payment_terms].map((term) =>
      term && term.length > longestGroupTerm ? `${term.slice(0, longestGroupTerm - 1)}…` : term,
    ),
  ];
  return parts.filter(Boolean).join(' · ') || null;
}

function totalRow(label: string, amount: Amount, { language }: OrderStyle): TotalRow {
  return { label, amount: formatNumber(amount, language, totalDecimals), isMain: false };
}

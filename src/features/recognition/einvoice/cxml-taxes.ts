import type { XmlElement } from '../../../base/xml-reading.ts';
import { all, attributeOf, first, textAt } from '../../../base/xml-tree.ts';
import { moneyAt, sumOf, type Taxed } from './cxml-parts.ts';
import { decimalOf } from './decimal.ts';
import type { TaxBreakdown, Text } from './model.ts';

const untaxed: Taxed = { taxCategory: null, taxRate: null };

/** The category and rate of a `Tax` element; unknown with several rates. */
export function taxedBy(tax: XmlElement | undefined): Taxed {
  return onlyOne(merged(all(tax, 'TaxDetail').map(rowOf)));
}

/**
 * The breakdown of an invoice, a row per category and rate. cXML states several details of one rate, such as for goods
 * and shipping; without details in the summary, those of the lines are added up.
 */
export function breakdownOf(summary: XmlElement | undefined, lines: readonly XmlElement[]): TaxBreakdown[] {
  const stated = all(summary, 'Tax', 'TaxDetail');
  const details = stated.length > 0 ? stated : lines.flatMap((line) => all(line, 'Tax', 'TaxDetail'));
  return merged(details.map(rowOf));
}

/** The tax of lines, charges or discounts: the one of their purpose, else the only one of the document. */
export function taxFor(
  summary: XmlElement | undefined,
  purpose: 'tax' | 'shippingTax' | 'specialHandlingTax' | 'discountTax',
  rows: readonly TaxBreakdown[],
): Taxed {
  const details = all(summary, 'Tax', 'TaxDetail');
  const own = details.filter((detail) => attributeOf(detail, 'purpose') === purpose);
  return onlyOne(own.length > 0 ? merged(own.map(rowOf)) : rows);
}

function onlyOne([row, ...others]: readonly TaxBreakdown[]): Taxed {
  return row === undefined || others.length > 0 ? untaxed : { taxCategory: row.category, taxRate: row.rate };
}

function rowOf(detail: XmlElement): TaxBreakdown {
  const category = categoryOf(detail);
  const isExempt = category === 'E' || category === 'AE';
  return {
    base: moneyAt(detail, 'TaxableAmount'),
    tax: moneyAt(detail, 'TaxAmount'),
    category,
    rate: attributeOf(detail, 'percentageRate'),
    exemptionReason: isExempt
      ? textAt(detail, 'TriangularTransactionLawReference') || textAt(detail, 'Description')
      : null,
    exemptionCode: null,
  };
}

/** The category of EN 16931; a rate of zero without a stated reason has none. */
function categoryOf(detail: XmlElement): Text {
  const rate = decimalOf(attributeOf(detail, 'percentageRate'));
  if (rate !== null && /[1-9]/.test(rate)) return 'S';
  if (attributeOf(detail, 'exemptDetail') === 'zeroRated') return 'Z';
  if (attributeOf(detail, 'isTriangularTransaction') === 'yes') return 'AE';
  return attributeOf(detail, 'exemptDetail') === 'exempt' || first(detail, 'TaxExemption') ? 'E' : null;
}

/** Rows of one category and rate become one with the sums of their amounts. */
function merged(rows: readonly TaxBreakdown[]): TaxBreakdown[] {
  const same = Map.groupBy(rows, ({ category, rate }) => `${category} ${decimalOf(rate) ?? rate}`);
  return [...same.values()].flatMap((each) => {
    const [row, ...others] = each;
    if (row === undefined || others.length === 0) return row ?? [];
    return { ...row, base: sumOf(each.map(({ base }) => base)), tax: sumOf(each.map(({ tax }) => tax)) };
  });
}

import { isNegative, negated, negatedText } from './cxml-parts.ts';
import type { AllowanceCharge, Invoice, Line, Totals } from './model.ts';

/** A credit memo with the signs of EN 16931: cXML states its amounts as negative, the norm as positive. */
export function credited(invoice: Invoice): Invoice {
  return {
    ...invoice,
    allowances: invoice.allowances.map(turned),
    charges: invoice.charges.map(turned),
    totals: turnedTotals(invoice.totals),
    taxBreakdown: invoice.taxBreakdown.map((row) => ({
      ...row,
      base: negated(row.base),
      tax: negated(row.tax),
    })),
    lines: invoice.lines.map(turnedLine),
  };
}

function turned(change: AllowanceCharge): AllowanceCharge {
  return { ...change, amount: negated(change.amount), base: negated(change.base) };
}

function turnedTotals({ tax, ...totals }: Totals): Totals {
  return {
    lines: negated(totals.lines),
    allowances: negated(totals.allowances),
    charges: negated(totals.charges),
    withoutTax: negated(totals.withoutTax),
    tax: tax.map(negated),
    withTax: negated(totals.withTax),
    prepaid: negated(totals.prepaid),
    rounding: negated(totals.rounding),
    due: negated(totals.due),
  };
}

/** Either the quantity or the price of a credited line is negative. */
function turnedLine(line: Line): Line {
  const isQuantity = isNegative(line.quantity);
  return {
    ...line,
    quantity: isQuantity && line.quantity !== null ? negatedText(line.quantity) : line.quantity,
    net: negated(line.net),
    price:
      isQuantity || !isNegative(line.price.net?.value ?? null)
        ? line.price
        : { ...line.price, net: negated(line.price.net) },
    allowances: line.allowances.map(turned),
    charges: line.charges.map(turned),
  };
}

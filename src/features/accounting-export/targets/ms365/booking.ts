import { type Amount, compareAmounts, isZero, minus, round, sum, times } from '../../../../base/money.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '../../../../base/refusal.ts';
import { dynamics } from '../../../export-target/dynamics.ts';
import { rateProblem } from '../../../invoice/rate.ts';
import { bookingDay, type ClosedPeriod } from '../../booking-day.ts';
import { prepaymentProblem, restOf } from '../../final-rest.ts';
import { grossShares } from '../../gross-shares.ts';
import type { DiscountCode, DynamicsBooking, DynamicsCompany, DynamicsInvoice, LedgerLine } from './model.ts';

/** The maximum length of a description. */
const longestText = 60;

/**
 * The booking of an invoice in Dynamics 365. Refuses (EXP-14, EXP-18) a supplier without a vendor account, an invoice
 * without a number, a foreign currency without a rate, a closed period, and a line without an account.
 */
export function bookedInDynamics(
  invoice: DynamicsInvoice,
  company: DynamicsCompany,
  closedPeriod: ClosedPeriod,
): DynamicsBooking | Refusal {
  const { vendor_account, number, supplier, currency, exchange_rate, invoice_date } = invoice;
  const vendor = vendor_account?.trim() ?? '';
  if (vendor === '')
    return refuse('export_d365_vendor_missing', { values: { name: supplier, company: company.name } });
  if (number === null) return refuse('specific_field_required', { values: { field: 'number' } });
  const waiting = prepaymentProblem(invoice);
  if (waiting !== null) return waiting;
  const rate = rateProblem(invoice, company.currency, dynamics.rate);
  if (rate !== null) return refuseField(rate);
  const day = bookingDay(invoice_date, company.datev_closed_until, closedPeriod);
  if (isRefusal(day)) return day;
  const lines = ledgerLines(invoice);
  if (isRefusal(lines)) return lines;
  const { guid, due_date, total_brutto: gross, total_tax: tax } = invoice;
  const { code, payload } = discountOf(invoice, company.discount_codes);
  const text = cut([payload, supplier, invoice.name].filter(Boolean).join(', '));
  return {
    ...{ guid, vendor, number, text, invoice_date, due_date, day },
    ...{ currency, exchange_rate, gross, tax, discount_code: code, category: company.category, lines },
  };
}

/** A final invoice as booked: the remainder after its prepayments (INV-22). */
export function restInDynamics(
  invoice: DynamicsInvoice,
  prepayments: readonly Pick<DynamicsInvoice, 'lines'>[],
): DynamicsInvoice {
  const prepaidTax = sum(invoice.prepaid.map(({ tax }) => tax));
  return restOf(
    { ...invoice, total_tax: round(minus(invoice.total_tax, prepaidTax), 2) },
    prepayments.flatMap(({ lines }) => lines),
  );
}

/** The same booking with opposite signs, so that both cancel each other out (EXP-24). */
export function reversed(booking: DynamicsBooking): DynamicsBooking {
  const { gross, tax, lines } = booking;
  return {
    ...booking,
    gross: minus('0', gross),
    tax: minus('0', tax),
    discount_code: null,
    lines: lines.map((line) => ({ ...line, gross: minus('0', line.gross), net: minus('0', line.net) })),
  };
}

/** The gross total in the company's currency. */
export function controlAmountOf({ gross, exchange_rate }: DynamicsBooking): Amount {
  return round(times(gross, exchange_rate ?? '1'), 2);
}

/**
 * One line per combination of account, dimensions and tax groups, or per invoice line where the invoice asks for it
 * (EXP-12); they add up to the gross total to the cent.
 */
function ledgerLines(invoice: DynamicsInvoice): readonly LedgerLine[] | Refusal {
  const shares = grossShares(invoice.lines, invoice.tax_rows, invoice.total_brutto);
  const lines: LedgerLine[] = [];
  for (const [place, { account, text, net, ...line }] of invoice.lines.entries()) {
    if (account === null) return refuse('export_account_missing', { values: { line: text } });
    const { dimensions, tax_group, tax_item_group } = line;
    lines.push({
      ...{ account, dimensions, tax_group, tax_item_group },
      gross: shares[place] ?? '0',
      net: round(net, 2),
      text: text && cut(text),
    });
  }
  const wanted = invoice.export_individual_items ? lines : combined(lines);
  return wanted.filter(({ gross }) => !isZero(gross));
}

function combined(lines: readonly LedgerLine[]): readonly LedgerLine[] {
  const groups = Map.groupBy(lines, ({ account, dimensions, tax_group, tax_item_group }) =>
    JSON.stringify([account, Object.entries(dimensions).toSorted(), tax_group, tax_item_group]),
  );
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({
      ...first,
      gross: round(sum(group.map(({ gross }) => gross)), 2),
      net: round(sum(group.map(({ net }) => net)), 2),
    })),
  );
}

/**
 * The first tier with a discount code of the company. Without one the discounts are described in a text, and a person
 * decides in Dynamics 365 (DISC-05).
 */
function discountOf({ terms, total_brutto }: DynamicsInvoice, codes: readonly DiscountCode[]) {
  const tiers = terms.filter(({ percentage }) => percentage !== null);
  if (compareAmounts(total_brutto, '0') <= 0 || tiers.length === 0) return { code: null, payload: null };
  for (const { percentage, days } of tiers) {
    const found = codes.find(
      (one) => one.days === days && compareAmounts(one.percentage, percentage ?? '0') === 0,
    );
    if (found) return { code: found.code, payload: null };
  }
  const payload = tiers.map(({ percentage, date }) => `${Number(percentage)}% ${date ?? ''}`.trim());
  return { code: null, payload: payload.join(' / ') };
}

function cut(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, longestText).trim();
}

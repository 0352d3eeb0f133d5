import { hitsOf } from '../learning/places.ts';
import { taughtTotals, usualOrder, withTaught } from '../learning/taught.ts';
import type { PageWords } from '../words.ts';
import { type Accounts, accountsOf } from './accounts.ts';
import { buyerNameOf } from './buyer.ts';
import { currencyOf } from './currency.ts';
import { type KindOfDocument, kindOf } from './document-kind.ts';
import { evidenceOf, found, foundAt } from './evidence.ts';
import { headDatesOf } from './head-dates.ts';
import { layoutOf } from './layout.ts';
import { sumOfLines } from './line-numbers.ts';
import { doLinesAddUp, weighedLines } from './line-weighing.ts';
import { linesOf, type PrintedLine } from './lines.ts';
import { numbersOf } from './numbers.ts';
import type { KnownParties, PageFields, PageReading, ReadWarning, TaxRow } from './page-reading.ts';
import { sectionsOf } from './sections.ts';
import { sellerNameOf } from './seller-name.ts';
import { senderAddressOf } from './sender-line.ts';
import { type TaxIds, taxIdsOf } from './tax-ids.ts';
import { dueTermOf, termsOf } from './terms.ts';
import type { Total } from './total-candidates.ts';
import { type Totals, totalsOf } from './totals.ts';

/** Below this average confidence, missing values prove nothing. */
const hardToRead = 0.75;

/**
 * Reads an invoice from the words of its pages. Candidates are found by their labels and weighed together. A value is
 * sure only when other evidence confirms it: totals that add up, check digits, or a second place with the same value.
 */
export function readText(pages: readonly PageWords[], known: KnownParties = {}): PageReading {
  const { hints = [] } = known;
  const evidence = evidenceOf(layoutOf(pages), usualOrder(hints));
  const hits = hitsOf(hints, evidence);
  const sections = sectionsOf(evidence.layout);
  const printed = linesOf(evidence);
  const lineSum = sumOfLines(printed.map(({ numbers }) => numbers.total?.value ?? null));
  const lineRows = new Set(
    printed.flatMap(({ numbers }) => (numbers.isExact && numbers.total ? [numbers.total.cell.row] : [])),
  );
  const kind = kindOf(evidence, known);
  const summed = taughtTotals(hits, evidence, (favoured) => totalsOf(evidence, lineSum, lineRows, favoured));
  const totals = withSign(summed, kind);
  const taxIds = taxIdsOf(evidence, sections, known);
  const accounts = accountsOf(evidence, sections, known);
  const { currency, areSeveral } = currencyOf(evidence, totals.gross);
  const terms = termsOf(evidence);
  const days = headDatesOf(evidence, terms, rowsOf(printed));
  const sellerName = sellerNameOf(evidence, sections, known, taxIds.sellerVatId?.value ?? null);
  const read: PageFields = {
    ...numbersOf(evidence),
    ...days,
    ...totalFields(totals),
    ...taxIds,
    ...accounts,
    paymentTermsText: terms.paymentTermsText,
    discounts: terms.discounts,
    dueTerm: dueTermOf(terms.dues, days.invoiceDate?.value ?? null),
    documentTypeCode: kind.typeCode,
    currency,
    sellerName,
    sellerAddress: senderAddressOf(evidence, sellerName),
    buyerName: buyerNameOf(evidence, sections, known, sellerName?.value ?? null),
  };
  const fields = withTaught(read, hits, evidence);
  const areExact = doLinesAddUp(lineSum, totals, evidence);
  const isGross = !areExact && lineSum !== null && totals.gross?.value === lineSum;
  return {
    kind: evidence.layout.isRecognised ? 'ocr' : 'text',
    documentKind: kind.kind,
    pages: pages.length,
    fields,
    lines: weighedLines(printed, totals, evidence, areExact),
    warnings: [
      ...warningsOf(kind, totals, taxIds, accounts),
      ...(areSeveral ? (['several_currencies'] as const) : []),
      ...(fields.invoiceNumber?.sure ? [] : (['number_unclear'] as const)),
      ...(isGross ? (['lines_gross'] as const) : []),
      ...(printed.length > 0 && !areExact && !isGross ? (['lines_do_not_add_up'] as const) : []),
      ...(isHardToRead(pages) ? (['hard_to_read'] as const) : []),
    ],
  };
}

function rowsOf(lines: readonly PrintedLine[]): ReadonlySet<number> {
  return new Set(lines.flatMap(({ numbers }) => numbers.total?.cell.row ?? []));
}

/** Negative totals of a credit note stay unconfirmed: the minus may be meant or may be decoration. */
function withSign(totals: Totals, { typeCode }: KindOfDocument): Totals {
  const isOpen = typeCode?.value === '381' && totals.gross?.value.startsWith('-') === true;
  return isOpen ? { ...totals, isConfirmed: false } : totals;
}

type TotalFields = Pick<PageFields, 'totalNet' | 'totalTax' | 'totalGross' | 'duePayable' | 'taxBreakdown'>;

function totalFields(totals: Totals): TotalFields {
  const { isConfirmed, due, net, gross, tax, taxRows } = totals;
  const total = (one: Total | null) => one && foundAt(one.value, one.places, isConfirmed);
  return {
    totalNet: total(net),
    totalGross: gross ? found(gross.value, gross, isConfirmed) : null,
    totalTax: total(tax),
    duePayable: due ? found(due.value, due, isConfirmed && due.value === gross?.value) : null,
    taxBreakdown: taxRows.flatMap((row) => {
      const only = taxRows.length === 1 && row.base === null ? net : row.base;
      const value: TaxRow = {
        ratePercent: row.rate,
        basis: only?.value ?? null,
        tax: row.tax?.value ?? null,
      };
      return (
        foundAt(
          value,
          [row.base, row.tax].filter((part) => part !== null),
          isConfirmed,
        ) ?? []
      );
    }),
  };
}

function warningsOf(
  { kind }: KindOfDocument,
  totals: Totals,
  taxIds: TaxIds,
  accounts: Accounts,
): ReadWarning[] {
  const isInvoice = kind === 'invoice' || kind === 'credit_note';
  return [
    ...(isInvoice ? [] : (['not_an_invoice'] as const)),
    ...(totals.doAddUp ? [] : (['totals_do_not_add_up'] as const)),
    ...(taxIds.sellerVatId?.isInvalid ? (['vat_id_invalid'] as const) : []),
    ...(accounts.allIbans.some(({ isInvalid }) => isInvalid) ? (['iban_invalid'] as const) : []),
    ...(accounts.allIbans.length > 1 ? (['several_ibans'] as const) : []),
  ];
}

function isHardToRead(pages: readonly PageWords[]): boolean {
  const confidences = pages.flatMap(({ words }) => words.map(({ confidence }) => confidence));
  return confidences.reduce((sum, one) => sum + one, 0) / Math.max(confidences.length, 1) < hardToRead;
}

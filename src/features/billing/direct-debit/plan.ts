import { isBicOfIban } from '../../../base/bic.ts';
import type { Day } from '../../../base/day.ts';
import { isIban } from '../../../base/iban.ts';
import { type Amount, compareAmounts } from '../../../base/money.ts';
import type { Month } from '../../../base/month.ts';
import { isSepaReference } from '../../../base/sepa-reference.ts';
import type { BillingState } from '../state.ts';
import type { Amendment, Collection, DebtorAddress, Sequence } from './collection.ts';
import { isGiven, lastDayOf, type MandateFacts, type SepaScheme } from './mandate.ts';
import { collectionDay } from './schedule.ts';
import { sepaText } from './sepa-text.ts';

/** Why a bill is not collected. */
export const debitProblems = [
  'not_finished',
  'collected',
  'at_provider',
  'credited',
  'no_mandate',
  'wrong_account',
  'no_address',
  'not_announced',
  'mandate_expired',
  'mandate_ended',
] as const;
export type DebitProblem = (typeof debitProblems)[number];

/** The direct debit announced on an invoice (OP-09). */
export interface Announcement {
  readonly day: Day;
  readonly days: number;
  readonly mandate: string;
  readonly creditorId: string | null;
}

/** Account and creditor id at the last use of a mandate. */
export interface FormerUse {
  readonly iban: string;
  readonly creditorId: string | null;
}

/** A bill with everything that decides whether, when and how it is collected. */
export interface DebitBill {
  /** Our own key of its document. */
  readonly key: string;
  readonly month: Month;
  readonly state: BillingState;
  readonly documentNumber: string | null;
  /** Gross amount minus credit notes (OP-13). */
  readonly amount: Amount;
  readonly way: 'bank' | 'provider';
  readonly announcement: Announcement | null;
  /** Day of the announcement: that of the mail, or of the invoice without a mail. */
  readonly reported: Day | null;
  /** Whether it is in a file and was not marked as failed. */
  readonly isCollected: boolean;
  /** Number of direct debits made before. */
  readonly tries: number;
  readonly tenantId: number;
  /** Null if not archived. */
  readonly archivedOn: Day | null;
  readonly mandate: MandateFacts;
  readonly scheme: SepaScheme;
  readonly holder: string;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly address: DebtorAddress;
  readonly former: FormerUse | null;
  /** Whether the mandate has ended with its final collection (FNAL). */
  readonly isEnded: boolean;
  /** Text on the debtor's statement before the invoice number. */
  readonly subject: string;
}

export type Planned =
  | { readonly collection: Collection; readonly problem: null }
  | { readonly collection: null; readonly problem: DebitProblem };

/** Countries of the European Economic Area: no BIC and address needed. */
const economicArea = new Set(
  (
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK ' +
    'AX BL GF GP MF MQ PM RE YT'
  ).split(' '),
);
/** Other SEPA countries. */
const furtherArea = new Set('AD AL CH GB GG GI IM JE MC MD ME MK RS SM VA'.split(' '));

/**
 * Plans the collection of bills in a file sent to the bank on this day (OP-09). Bills of a tenant are ordered by
 * month, since only the first collection of a mandate has sequence FRST.
 * @param creditorId id of the installation
 */
export function planDebits(
  bills: readonly DebitBill[],
  today: Day,
  creditorId: string,
): ReadonlyMap<DebitBill, Planned> {
  const planned = new Map<DebitBill, Planned>();
  const used = new Set<number>();
  for (const bill of bills.toSorted((left, right) => left.month.localeCompare(right.month))) {
    const plan = planOf(bill, { today, creditorId, isFurther: used.has(bill.tenantId) });
    if (plan.collection) used.add(bill.tenantId);
    planned.set(bill, plan);
  }
  return planned;
}

interface Circumstances {
  readonly today: Day;
  readonly creditorId: string;
  /** The file contains an earlier collection of the same mandate. */
  readonly isFurther: boolean;
}

function planOf(bill: DebitBill, { today, creditorId, isFurther }: Circumstances): Planned {
  const refused = (problem: DebitProblem): Planned => ({ collection: null, problem });
  const { mandate, announcement, iban, reported } = bill;
  if (bill.isCollected) return refused('collected');
  if (bill.way === 'provider') return refused('at_provider');
  if (bill.state !== 'done' || bill.documentNumber === null || reported === null)
    return refused('not_finished');
  if (compareAmounts(bill.amount, '0') <= 0) return refused('credited');
  if (!isGiven(mandate) || !isSepaReference(mandate.reference)) return refused('no_mandate');
  if (iban === null || !isCollectable(iban, bill.bic)) return refused('wrong_account');
  const isWithin = economicArea.has(iban.slice(0, 2));
  // These accounts need an address, which needs a town.
  if (!isWithin && sepaText(bill.address.town, 1) === '') return refused('no_address');
  if (announcement?.mandate !== mandate.reference) return refused('not_announced');
  if (bill.isEnded) return refused('mandate_ended');
  const day = collectionDay({ announced: announcement.day, reported, days: announcement.days }, today);
  if (day > lastDayOf(mandate)) return refused('mandate_expired');
  const isUsed = isFurther || mandate.lastUse !== null;
  const collection: Collection = {
    reference: [bill.key, ...(bill.tries > 0 ? [bill.tries + 1] : [])].join('-'),
    mandate: mandate.reference,
    mandateDay: mandate.date,
    scheme: bill.scheme,
    sequence: sequenceOf(bill, isUsed),
    day,
    amount: bill.amount,
    holder: bill.holder,
    iban,
    bic: bill.bic,
    address: isWithin ? null : bill.address,
    text: `${bill.subject} ${bill.documentNumber}`,
    amendment: isFurther ? null : amendmentOf(bill.former, iban, creditorId),
    creditorId,
  };
  return { collection, problem: null };
}

/** The last bill of an archived tenant ends the mandate, unless it is also the first. */
function sequenceOf({ archivedOn, month }: DebitBill, isUsed: boolean): Sequence {
  if (!isUsed) return 'FRST';
  return archivedOn !== null && month >= archivedOn.slice(0, 7) ? 'FNAL' : 'RCUR';
}

/** A mandate survives a changed account or creditor id; the next collection reports the change (rulebook, AT-24). */
function amendmentOf(former: FormerUse | null, iban: string, creditorId: string): Amendment | null {
  if (former === null) return null;
  const isOtherAccount = former.iban !== iban;
  const isOtherCreditor = former.creditorId !== null && former.creditorId !== creditorId;
  if (!isOtherAccount && !isOtherCreditor) return null;
  return { isOtherAccount, formerCreditorId: isOtherCreditor ? former.creditorId : null };
}

/** Whether the account is in the SEPA area, with the BIC if outside of the European Economic Area. */
function isCollectable(iban: string, bic: string | null): boolean {
  const country = iban.slice(0, 2);
  if (!isIban(iban) || (bic !== null && !isBicOfIban(bic, iban))) return false;
  return economicArea.has(country) || (furtherArea.has(country) && bic !== null);
}

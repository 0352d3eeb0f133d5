import type { Day } from '../../../base/day.ts';
import { formatTag, type Language, languages } from '../../../base/language.ts';
import { type Amount, absolute } from '../../../base/money.ts';
import { firstDayOf, lastDayOf, type Month, monthText } from '../../../base/month.ts';
import { defaultLanguage } from '../../../platform/constants.ts';
import type { SepaCreditor } from '../../../platform/server/sepa-creditor.ts';
import { text } from '../../../platform/server/texts.ts';
import { type BillItem, isBase } from '../bill.ts';
import {
  isGiven,
  lastDayOf as lastDayOfMandate,
  type Mandate,
  mandateFacts,
} from '../direct-debit/mandate.ts';
import type { Announcement } from '../direct-debit/plan.ts';
import { announcedDay, prenotificationDays } from '../direct-debit/schedule.ts';
import type { Debit, DocumentKey, DocumentOrder } from '../provider.ts';
import type { BilledTenant, LoadedBill } from './facts.ts';

/**
 * Our key of the document of a tenant and month; fits into the 35 characters of a payment reference.
 * @param former number of cancelled invoices of the month (OP-13)
 */
export function billingKey(tenantId: number, month: Month, former: number): string {
  return `kontor-${tenantId}-${month}${former === 0 ? '' : `.${former + 1}`}`;
}

/** The document for the provider: items with final amounts and the direct debit, in the tenant's language. */
export function orderOf(
  { tenant, bill }: LoadedBill,
  { key, customerId, day }: DocumentKey,
  announcement: Announcement | null,
): DocumentOrder {
  const language = languageOf(tenant);
  const { month } = bill;
  return {
    ...{ key, customerId, day },
    title: text(language, 'billing.document.title', { month: monthText(month, language) }),
    from: firstDayOf(month),
    to: lastDayOf(month),
    vatRate: bill.vatRate,
    items: bill.items.map((item) => ({ description: descriptionOf(language, item), net: item.net })),
    closing: announcement && announcementText(language, announcement, bill.gross),
  };
}

/** A credit note for part of an invoice; its negative amounts are written without a sign (OP-13). */
export function creditOrderOf(
  { tenant, bill }: LoadedBill,
  { key, customerId, day, corrects }: Required<DocumentKey>,
  invoiceNumber: string,
): DocumentOrder {
  const language = languageOf(tenant);
  const { month } = bill;
  return {
    ...{ key, customerId, day, corrects },
    title: text(language, 'billing.document.credit', {
      number: invoiceNumber,
      month: monthText(month, language),
    }),
    from: firstDayOf(month),
    to: lastDayOf(month),
    vatRate: bill.vatRate,
    items: bill.items.map((item) => ({
      description: descriptionOf(language, item),
      net: absolute(item.net),
    })),
    closing: null,
  };
}

/**
 * The direct debit announced on an invoice (OP-09, DATA-07); null without a complete mandate that is valid on that
 * day.
 */
export function announcementOf(
  tenant: BilledTenant,
  day: Day,
  creditor: SepaCreditor | null,
): Announcement | null {
  const mandate = mandateOf(tenant);
  if (mandate === null) return null;
  const announced = announcedDay(day, tenant.sepa_prenotification_days);
  if (announced > lastDayOfMandate(mandate)) return null;
  return {
    day: announced,
    days: prenotificationDays(tenant.sepa_prenotification_days),
    mandate: mandate.reference,
    creditorId: creditor?.id ?? tenant.sepa_creditor_id,
  };
}

/**
 * The direct debit for the provider, or null. Decides who collects: once the operator has a bank account, the bank
 * files contain the direct debits instead of the provider (OP-09).
 */
export function debitOf(
  tenant: BilledTenant,
  { key, gross }: { readonly key: string; readonly gross: Amount },
  announcement: Announcement | null,
  creditor: SepaCreditor | null,
): Debit | null {
  const mandate = mandateOf(tenant);
  if (mandate === null || tenant.iban === null || announcement === null || creditor?.account) return null;
  return {
    reference: key,
    holder: tenant.holder,
    iban: tenant.iban,
    bic: tenant.bic,
    mandate: mandate.reference,
    mandateDay: mandate.date,
    scheme: tenant.sepa_scheme ?? 'CORE',
    sequence: tenant.was_debited ? 'RCUR' : 'FRST',
    amount: gross,
    day: announcement.day,
  };
}

function mandateOf(tenant: BilledTenant): Mandate | null {
  const facts = mandateFacts(tenant);
  return tenant.iban !== null && isGiven(facts) ? facts : null;
}

function announcementText(
  language: Language,
  { day, mandate, creditorId }: Announcement,
  gross: Amount,
): string {
  const values = { amount: euros(language, gross), day: dayText(language, day), mandate };
  if (creditorId === null) return text(language, 'billing.document.debit', values);
  return text(language, 'billing.document.debit_of', { ...values, creditor: creditorId });
}

function dayText(language: Language, day: Day): string {
  return new Intl.DateTimeFormat(formatTag(language), {
    ...{ day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' },
  }).format(new Date(`${day}T00:00:00Z`));
}

function languageOf({ language }: BilledTenant): Language {
  return languages.find((known) => known === language) ?? defaultLanguage;
}

function descriptionOf(language: Language, item: BillItem): string {
  const { kind, description, quantity, price, days } = item;
  if (description !== null) return description;
  const name = text(language, `billing.item.${kind}`);
  if (days) return `${name}, ${text(language, 'billing.days', { charged: days.charged, of: days.of })}`;
  return isBase(item) ? name : `${name}: ${quantity} × ${euros(language, price)}`;
}

function euros(language: Language, amount: Amount): string {
  return new Intl.NumberFormat(formatTag(language), {
    ...{ style: 'currency', currency: 'EUR' },
    ...{ minimumFractionDigits: 2, maximumFractionDigits: 4 },
  }).format(amount as `${number}`);
}

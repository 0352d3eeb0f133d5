import { addDays, type Day } from '../../../base/day.ts';
import { formatTag, type Language, languages } from '../../../base/language.ts';
import type { Amount } from '../../../base/money.ts';
import { firstDayOf, lastDayOf, type Month, monthText } from '../../../base/month.ts';
import { defaultLanguage } from '../../../platform/constants.ts';
import { text } from '../../../platform/server/texts.ts';
import type { Bill, BillItem } from '../bill.ts';
import type { Debit, DocumentOrder } from '../provider.ts';
import type { BilledTenant, LoadedBill } from './facts.ts';

/** Days from the invoice to its direct debit where nothing else was agreed (DATA-07). */
const usualPrenotification = 14;

/** Our own key of the document of a tenant and month; it fits into the 35 characters of a payment. */
export function billingKey(tenantId: number, month: Month): string {
  return `kontor-${tenantId}-${month}`;
}

/** What the provider is told: each item with its final amount, in the language of the tenant. */
export function orderOf({ tenant, bill }: LoadedBill, customerId: string, day: Day): DocumentOrder {
  const language = languages.find((known) => known === tenant.language) ?? defaultLanguage;
  const { month } = bill;
  return {
    key: billingKey(tenant.id, month),
    customerId,
    day,
    title: text(language, 'billing.document.title', { month: monthText(month, language) }),
    from: firstDayOf(month),
    to: lastDayOf(month),
    vatRate: bill.vatRate,
    items: bill.items.map((item) => ({ description: descriptionOf(language, item), net: item.net })),
  };
}

/** Null: nothing is debited, as no complete mandate was agreed (OP-09). */
export function debitOf(tenant: BilledTenant, { month, gross }: Bill, day: Day): Debit | null {
  const { iban, sepa_agreement_date: mandateDay, sepa_mandate_reference: mandate } = tenant;
  if (!tenant.sepa_agreement || !iban || !mandateDay || !mandate) return null;
  return {
    reference: billingKey(tenant.id, month),
    holder: tenant.holder,
    iban,
    bic: tenant.bic,
    mandate,
    mandateDay,
    scheme: tenant.sepa_scheme ?? 'CORE',
    sequence: tenant.was_debited ? 'RCUR' : 'FRST',
    amount: gross,
    day: addDays(day, tenant.sepa_prenotification_days ?? usualPrenotification),
  };
}

function descriptionOf(language: Language, { kind, description, quantity, price }: BillItem): string {
  if (description !== null) return description;
  const name = text(language, `billing.item.${kind}`);
  const isSingle = kind.startsWith('base_') || kind === 'tier_base';
  return isSingle ? name : `${name}: ${quantity} × ${euros(language, price)}`;
}

function euros(language: Language, amount: Amount): string {
  return new Intl.NumberFormat(formatTag(language), {
    ...{ style: 'currency', currency: 'EUR' },
    ...{ minimumFractionDigits: 2, maximumFractionDigits: 4 },
  }).format(amount as `${number}`);
}

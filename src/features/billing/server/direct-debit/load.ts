import { type Day, dayOfInstant } from '../../../../base/day.ts';
import { languages } from '../../../../base/language.ts';
import { firstDayOf, type Month, monthText } from '../../../../base/month.ts';
import { defaultLanguage, defaultTimeZone } from '../../../../platform/constants.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { text } from '../../../../platform/server/texts.ts';
import type { SepaScheme } from '../../direct-debit/mandate.ts';
import type { Announcement, DebitBill, FormerUse } from '../../direct-debit/plan.ts';
import type { BillingState } from '../../state.ts';

/** A bill to plan, with its ids. */
export interface LoadedDebit extends DebitBill {
  readonly billingId: number;
  readonly tenant: string;
  readonly lastUse: Day | null;
}

interface Row {
  readonly tenant_id: number;
  readonly billing_id: number;
  readonly name: string;
  readonly language: string;
  readonly month: Month;
  readonly state: BillingState;
  readonly document_number: string | null;
  /** Minus credit notes. */
  readonly gross: string;
  readonly key: string;
  readonly debit_way: 'bank' | 'provider';
  readonly announcement: Announcement | null;
  readonly told_at: string | null;
  readonly is_collected: boolean;
  readonly tries: number;
  readonly archived_at: string | null;
  readonly sepa_agreement: boolean;
  readonly sepa_agreement_date: Day | null;
  readonly mandate: string | null;
  readonly sepa_scheme: SepaScheme | null;
  readonly sepa_last_use: Day | null;
  readonly sepa_creditor_id: string | null;
  readonly holder: string;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly street: string;
  readonly zipcode: string;
  readonly town: string;
  readonly country: string;
  readonly former: FormerUse | null;
  readonly is_ended: boolean;
}

/** Data for collecting bills; `$1` is the month, `$2` the tenants, each null for all. */
const debitBillsSql = `
  select b.tenant_id, b.id as billing_id, t.name, t.main_language as language, to_char(b.month, 'YYYY-MM') as month, b.state,
    b.document_number, b.gross + c.credited as gross, b.ordered ->> 'key' as key, b.debit_way, b.announcement, s.told_at, m.mandate, t.sepa_agreement, t.sepa_agreement_date,
    t.sepa_scheme, t.sepa_last_use, nullif(trim(t.sepa_creditor_id), '') as sepa_creditor_id,
    case when t.status = 'archived' then t.archived_at end as archived_at,
    coalesce(nullif(trim(t.holder), ''), nullif(trim(t.billing_name), ''), t.name) as holder,
    nullif(trim(t.iban), '') as iban, nullif(trim(t.bic), '') as bic,
    coalesce(t.street, '') as street, coalesce(trim(t.zipcode), '') as zipcode, coalesce(trim(t.city), '') as town, coalesce(t.country, 'DE') as country,
    d.is_collected, d.tries, u.former, u.is_ended
  from billing b
  join tenant t on t.id = b.tenant_id
  cross join lateral (select nullif(trim(t.sepa_mandate_reference), '') as mandate) m
  cross join lateral (
    select coalesce(sum(c.gross), 0) as credited from billing c where c.tenant_id = b.tenant_id and c.credits_id = b.id) c
  cross join lateral (
    select max(s.begun_at) as told_at from billing_step s
    where s.tenant_id = b.tenant_id and s.billing_id = b.id and s.outcome = 'done'
      and s.step = case when b.mail_to is null then 'finish' else 'mail' end) s
  cross join lateral (
    select coalesce(bool_or(d.state = 'collected'), false) as is_collected, count(*)::integer as tries
    from direct_debit d where d.tenant_id = b.tenant_id and d.billing_id = b.id) d
  cross join lateral (
    select (array_agg(jsonb_build_object('iban', d.collected ->> 'iban', 'creditorId', d.collected ->> 'creditorId')
        order by d.id desc))[1] as former,
      coalesce(bool_or(d.state = 'collected' and d.collected ->> 'sequence' = 'FNAL'), false) as is_ended
    from direct_debit d
    where d.tenant_id = b.tenant_id and d.collected ->> 'mandate' = m.mandate and d.state <> 'rejected') u
  where b.kind = 'invoice' and ($1::date is null or b.month = $1) and ($2::bigint[] is null or b.tenant_id = any ($2))
  order by t.name, b.tenant_id, b.month, b.id`;

/**
 * The bills of a month of all tenants, or of all months of some tenants. Acts as operator, or as writer for the own
 * tenant.
 */
export async function loadDebits(
  tx: Tx,
  of: { readonly month: Month | null; readonly tenantIds: readonly number[] | null },
): Promise<readonly LoadedDebit[]> {
  const month = of.month === null ? null : firstDayOf(of.month);
  return (await tx.fixed<Row>(debitBillsSql, [month, of.tenantIds])).map(debitFrom);
}

/** The calendar day of an instant at the bank. */
export function bankDay(instant: Date): Day {
  return dayOfInstant(instant, defaultTimeZone);
}

function debitFrom(row: Row): LoadedDebit {
  const language = languages.find((known) => known === row.language) ?? defaultLanguage;
  // Collections made outside of the product used the same account, under the creditor id recorded by the operator.
  const before = { iban: row.iban ?? '', creditorId: row.sepa_creditor_id };
  return {
    billingId: row.billing_id,
    tenant: row.name,
    lastUse: row.sepa_last_use,
    tenantId: row.tenant_id,
    key: row.key,
    month: row.month,
    state: row.state,
    documentNumber: row.document_number,
    amount: row.gross,
    way: row.debit_way,
    announcement: row.announcement,
    reported: row.told_at === null ? null : bankDay(new Date(row.told_at)),
    isCollected: row.is_collected,
    tries: row.tries,
    archivedOn: row.archived_at === null ? null : bankDay(new Date(row.archived_at)),
    mandate: {
      agreement: row.sepa_agreement,
      date: row.sepa_agreement_date,
      reference: row.mandate,
      lastUse: row.sepa_last_use,
    },
    scheme: row.sepa_scheme ?? 'CORE',
    holder: row.holder,
    iban: row.iban,
    bic: row.bic,
    address: { street: row.street, zipcode: row.zipcode, town: row.town, country: row.country },
    former: row.former ?? (row.sepa_last_use === null ? null : before),
    isEnded: row.is_ended,
    subject: text(language, 'billing.document.subject', { month: monthText(row.month, language) }),
  };
}

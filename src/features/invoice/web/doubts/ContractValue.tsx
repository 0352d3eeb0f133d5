import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount, amountOrNull, minus, sum } from '../../../../base/money.ts';
import { type AgreedValue, agreedValue, excessOver, intervalAround } from '../../../../document/agreed.ts';
import { inCurrencyOf } from '../../../../document/currency.ts';
import { countWithoutRate, type InvoicedRow, spendingOf } from '../../../../document/under-contract.ts';
import type { UsageType } from '../../../../document/usage.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { Format } from '../../../../platform/web/format.ts';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';

interface Answer {
  readonly contract_by_pk: {
    readonly start_date: string | null;
    readonly usage_type: UsageType | null;
    readonly currency: string;
    readonly exchange_rate: number | null;
    readonly client: { readonly currency: string } | null;
    readonly contract_lines: readonly {
      readonly total: number | null;
      readonly usage_type: UsageType | null;
    }[];
  } | null;
  readonly document: readonly (InvoicedRow & { readonly invoice_id: number })[];
}

/** With more invoices than this, only the server checks the value, when the invoice goes on. */
const maxInvoices = 500;

function agreedQuery(contractId: number | undefined) {
  return queryOptions({
    queryKey: ['invoice-contract-value', contractId],
    queryFn: async ({ signal }) => {
      const query = `query ContractValue($id: bigint!, $limit: Int!) {
        contract_by_pk(id: $id) { start_date usage_type currency exchange_rate client { currency } contract_lines { total usage_type } }
        document(where: { under_contract_id: { _eq: $id }, kind: { _eq: "invoice" } }, order_by: { id: desc }, limit: $limit) {
          status created_at invoice_date currency total_netto company_netto company_currency invoice_id
        }
      }`;
      return await gql<Answer>(query, { id: contractId, limit: maxInvoices }, { signal });
    },
    enabled: contractId !== undefined,
  });
}

/** The contract value agreed for the interval, and what is open of it after this invoice (INV-14). */
export function ContractValue({ form }: { readonly form: InvoiceForm }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const seesPrices = useHasRole('user-price');
  const contractId = form.editor.draft.head.contract?.id;
  const { data } = useQuery({ ...agreedQuery(contractId), enabled: seesPrices && contractId !== undefined });
  const value = data && openValue(data, form, format);
  if (!value) return null;
  const { agreed, open, excess, until, currency, withoutRate } = value;
  const money = (amount: Amount): string => format.amount(amount, { currency, decimals: 2 });
  const words = { agreed: money(agreed.total), day: format.day(until) };
  const said =
    excess === null
      ? t('invoice.linked.open', { ...words, amount: money(open) })
      : t('invoice.linked.exceeded', { ...words, amount: money(excess) });
  return withoutRate === 0 ? said : `${said} (${t('overview.without_rate', { count: withoutRate })})`;
}

interface OpenValue {
  readonly agreed: AgreedValue;
  readonly open: Amount;
  /** Null if it is not exceeded. */
  readonly excess: Amount | null;
  readonly until: string;
  readonly currency: string;
  /** Other invoices of the contract that are not counted because their rate is unknown (PRICE-07). */
  readonly withoutRate: number;
}

function openValue(
  { contract_by_pk: contract, document: invoices }: Answer,
  { document, situation }: InvoiceForm,
  { dayOf, today }: Pick<Format, 'dayOf' | 'today'>,
): OpenValue | null {
  if (contract === null) return null;
  const { head } = situation.document;
  const { currency } = contract;
  const rated = { currency, exchange_rate: amountOrNull(contract.exchange_rate) };
  const lines = contract.contract_lines.map((line) => ({ ...line, total: amountOrNull(line.total) }));
  const agreed = agreedValue(lines, contract.usage_type);
  const around = agreed && intervalAround(head.invoice_date ?? today(), contract.start_date, agreed.interval);
  if (agreed === null || around === null) return null;
  const others = invoices.filter(({ invoice_id: id }) => id !== document?.id);
  const spent = spendingOf(others, rated, dayOf)
    .filter(({ day }) => around.from <= day && day <= around.to)
    .map(({ net }) => net);
  const own = inCurrencyOf(head.total_netto, head, rated, contract.client?.currency ?? null);
  if (own === null) return null;
  const all = sum([...spent, own]);
  const excess = excessOver(agreed, all);
  const withoutRate = countWithoutRate(others, rated);
  return { agreed, open: minus(agreed.total, all), excess, until: around.to, currency, withoutRate };
}

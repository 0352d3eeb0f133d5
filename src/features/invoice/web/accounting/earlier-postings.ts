import { queryOptions } from '@tanstack/react-query';
import { amountOf } from '../../../../base/money.ts';
import { gql } from '../../../../platform/web/api.ts';
import type { EarlierPosting, PostedBy, PostedRecord } from '../../accounting/posting-proposals.ts';
import type { LineRow } from '../kind.ts';

/** Number of recent invoices of a supplier that proposals are based on. */
const reportedBy = 24;

interface ActiveRecord extends PostedRecord {
  readonly active: boolean;
}
type Records = Readonly<Record<'ledger_account' | 'profit_center' | 'cost_center', ActiveRecord | null>>;
type BookedLine = Pick<LineRow, 'description' | 'item_number' | 'tax_category' | 'tax_percentage'> &
  Records &
  Readonly<Record<'posting_key' | 'tax_group' | 'tax_item_group', ActiveRecord | null>>;

interface BookedInvoice extends Records {
  readonly id: number;
  readonly number_printed: string | null;
  readonly invoice_date: string | null;
  readonly name: string | null;
  readonly tax: number | null;
  readonly posting_key: ActiveRecord | null;
  readonly invoice_lines: readonly BookedLine[];
}

const numbered = '{ id number name active }';
const ofBoth = `ledger_account ${numbered} profit_center ${numbered} cost_center { id number name: shown_name active }`;
const coded = '{ id number: code name active }';

/** Released invoices of a supplier in a company, newest first; uses the index of invoices by supplier. */
export const earlierQuery = `query EarlierPostings($supplier: bigint!, $client: bigint!, $self: bigint!, $limit: Int!) {
  invoice(where: { supplier_id: { _eq: $supplier }, client_id: { _eq: $client }, id: { _neq: $self },
      status: { _in: ["export", "completed"] } }, order_by: { created_at: desc }, limit: $limit) {
    id number_printed invoice_date name tax posting_key ${numbered} ${ofBoth}
    invoice_lines(order_by: { sort_no: asc }, limit: 100) { description item_number tax_category tax_percentage
      ${ofBoth} posting_key ${numbered} tax_group ${coded} tax_item_group ${coded} } } }`;

/** The accounting of earlier invoices of the supplier in the company, if the person may see them. */
export const earlierPostings = (supplier: number, client: number, self: number) =>
  queryOptions({
    queryKey: ['earlier-postings', supplier, client, self],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const variables = { supplier, client, self, limit: reportedBy };
      const { invoice } = await gql<{ invoice: readonly BookedInvoice[] }>(earlierQuery, variables, {
        signal,
      });
      return invoice.flatMap(postingsOf);
    },
  });

/** One posting per line, or one for an invoice without lines; skips inactive accounts. */
export function postingsOf(invoice: BookedInvoice): readonly EarlierPosting[] {
  const { id, number_printed: number, invoice_date: day, invoice_lines: lines } = invoice;
  const whole: BookedLine = {
    ...{ description: invoice.name, item_number: null, tax_category: 'S', tax_percentage: invoice.tax },
    ...{ ledger_account: null, profit_center: null, cost_center: null },
    ...{ posting_key: null, tax_group: null, tax_item_group: null },
  };
  // With mixed tax rates, the posting key of the head may apply to other lines only.
  const isAlike = new Set(lines.map(taxOf)).size <= 1;
  return (lines.length > 0 ? lines : [whole]).flatMap((line): readonly EarlierPosting[] => {
    const by: PostedBy = {
      ledger_account_id: inUse(line.ledger_account ?? invoice.ledger_account),
      posting_key_id: inUse(line.posting_key ?? (isAlike ? invoice.posting_key : null)),
      tax_group_id: inUse(line.tax_group),
      tax_item_group_id: inUse(line.tax_item_group),
      profit_center_id: inUse(line.profit_center ?? invoice.profit_center),
      cost_center_id: inUse(line.cost_center ?? invoice.cost_center),
    };
    if (!by.ledger_account_id) return [];
    return [
      {
        invoice: { id, number: number ?? '', day },
        description: line.description ?? '',
        item_number: line.item_number ?? '',
        tax_category: line.tax_category ?? 'S',
        tax_percentage: amountOf(line.tax_percentage ?? 0),
        by,
      },
    ];
  });
}

function taxOf({ tax_category, tax_percentage, ledger_account }: BookedLine): string {
  return [tax_category, tax_percentage, ledger_account?.id].join(' ');
}

function inUse(record: ActiveRecord | null): PostedRecord | null {
  return record?.active ? { id: record.id, number: record.number ?? null, name: record.name } : null;
}

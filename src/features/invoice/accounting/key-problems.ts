import type { FieldProblem } from '../../../base/refusal.ts';
import { targets } from '../../export-target/targets.ts';
import type { BookedFacts, Invoice, KnownRecord } from '../model.ts';
import { type ChosenKey, chosenKeys, type KeyedLine, type TaxedAccount } from '../tax-keys.ts';

type Booked = Pick<Invoice, 'head' | 'lines' | 'taxRows'>;

/** Posting keys that are unused or contradict the account or tax of their line (EXP-26); Dynamics 365 uses none. */
export function keyProblems(
  invoice: Booked,
  { target, records, taxKeys }: Pick<BookedFacts, 'target' | 'records' | 'taxKeys'>,
): readonly FieldProblem[] {
  const { head, lines } = invoice;
  const isChosen = [head, ...lines].some(({ posting_key_id }) => posting_key_id !== null);
  if (!targets[target].bookedBy.postingKeys || !isChosen) return [];
  const find = (table: KnownRecord['table'], id: number | null) =>
    records.find((record) => record.table === table && record.id === id);
  const { problems } = chosenKeys(
    keyedLines(invoice, find),
    keyOf(find('posting_key', head.posting_key_id)),
    taxKeys,
  );
  return problems.map(({ place, refused: { code, values } }) => ({
    field: place === null ? 'posting_key_id' : `lines.${place}.posting_key_id`,
    code,
    ...(values && { values }),
  }));
}

type Find = (table: KnownRecord['table'], id: number | null) => KnownRecord | undefined;

/** The booked lines: without invoice lines one per rate of the breakdown, without a breakdown one. */
function keyedLines({ head, lines, taxRows }: Booked, find: Find): readonly KeyedLine[] {
  const account = (id: number | null) => accountOf(find('ledger_account', id ?? head.ledger_account_id));
  if (lines.length > 0)
    return lines.map((line) => ({
      tax_category: line.tax_category ?? 'S',
      tax_percentage: line.tax_percentage ?? '0',
      account: account(line.ledger_account_id),
      key: keyOf(find('posting_key', line.posting_key_id)),
    }));
  const whole = { tax_category: 'S' as const, tax_percentage: head.tax ?? '0' };
  const rows = taxRows.length > 0 ? taxRows : [whole];
  return rows.map(({ tax_category, tax_percentage }) => ({
    ...{ tax_category, tax_percentage },
    ...{ account: account(null), key: null },
  }));
}

function keyOf(record: KnownRecord | undefined): ChosenKey | null {
  return record?.number ? { number: record.number, tax: record.tax } : null;
}

function accountOf(record: KnownRecord | undefined): TaxedAccount | null {
  if (!record?.number) return null;
  return { number: record.number, automatic: record.tax !== null, automatic_tax: record.tax };
}

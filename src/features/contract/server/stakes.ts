import { addDays } from '../../../base/day.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { Committing } from '../commitment.ts';
import { lossBetween, type StakeCompany } from '../stake.ts';
import type { NewDueReminder } from './due-store.ts';
import { headColumns } from './head-columns.ts';

type HeadRow = Committing['head'] & { readonly id: number; readonly company: StakeCompany | null };
type LineRow = Committing['lines'][number] & { readonly contract_id: number };

const selectHeads = `select k.id, k.terminated_on, k.agreed_end, k.first_end, k.amends_id, k.total_netto::text,
    case when c.id is not null then json_build_object('currency', c.currency, 'federal_state', c.federal_state) end as company,
    ${headColumns}
  from contract k left join client c on c.id = k.client_id where k.id = any ($1::bigint[])`;

const selectLines = `select contract_id, total::text, tax::text, usage_type from contract_line
  where contract_id = any ($1::bigint[]) order by sort_no, id`;

/** Adds the later end and its cost to reminders of a deadline (CON-32). */
export async function withStakes(
  tx: Tx,
  reminders: readonly NewDueReminder[],
): Promise<readonly NewDueReminder[]> {
  const ids = reminders.filter(isAboutDeadline).map(({ contractId }) => contractId);
  if (ids.length === 0) return reminders;
  const [heads, lines] = await Promise.all([
    tx.fixed<HeadRow>(selectHeads, [ids]),
    tx.fixed<LineRow>(selectLines, [ids]),
  ]);
  const linesOf = Map.groupBy(lines, ({ contract_id }) => contract_id);
  const headOf = new Map(heads.map((head) => [head.id, head]));
  return reminders.map((one) => {
    const head = headOf.get(one.contractId);
    if (head === undefined || !isAboutDeadline(one) || one.meant === null) return one;
    const contract = { head, lines: linesOf.get(head.id) ?? [] };
    const loss = lossBetween(contract, one.meant, addDays(one.meant, 1), head.company);
    return loss === null ? one : { ...one, until: loss.laterEnd, atStake: loss.net };
  });
}

function isAboutDeadline({ type, meant }: NewDueReminder): boolean {
  return type === 'cancellation_notice' && meant !== null;
}

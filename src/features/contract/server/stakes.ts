import { addDays } from '../../../base/day.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { Committing } from '../commitment.ts';
import type { Sending } from '../safe-days.ts';
import { lossBetween, type StakeCompany } from '../stake.ts';
import type { NewDueReminder } from './due-store.ts';
import { headColumns } from './head-columns.ts';

/** The company of a contract, as far as days and stakes depend on it. */
type NoticingCompany = StakeCompany & Sending;

type HeadRow = Committing['head'] & { readonly id: number; readonly company: NoticingCompany | null };
type LineRow = Committing['lines'][number] & { readonly contract_id: number };

const selectHeads = `select k.id, k.terminated_on, k.agreed_end, k.first_end, k.amends_id, k.total_netto::text,
    case when c.id is not null then json_build_object('currency', c.currency, 'federal_state', c.federal_state,
      'notice_transit_days', coalesce(c.notice_transit_days, 0)) end as company,
    ${headColumns}
  from contract k left join client c on c.id = k.client_id where k.id = any ($1::bigint[])`;

const selectLines = `select contract_id, total::text, tax::text, usage_type from contract_line
  where contract_id = any ($1::bigint[]) order by sort_no, id`;

/** The part of a contract that determines its last safe day and its stake. */
export interface NoticedContract extends Committing {
  readonly head: Committing['head'] & { readonly id: number };
  readonly company: NoticingCompany | null;
}

/** Contracts by id, as far as their days and stakes need them. Runs as writer. */
export async function noticedContracts(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NoticedContract>> {
  const [heads, lines] = await Promise.all([
    tx.fixed<HeadRow>(selectHeads, [ids]),
    tx.fixed<LineRow>(selectLines, [ids]),
  ]);
  const linesOf = Map.groupBy(lines, ({ contract_id }) => contract_id);
  return new Map(
    heads.map((head) => [head.id, { head, lines: linesOf.get(head.id) ?? [], company: head.company }]),
  );
}

/** Adds the later end and its cost to reminders of a deadline (CON-32). */
export async function withStakes(
  tx: Tx,
  reminders: readonly NewDueReminder[],
): Promise<readonly NewDueReminder[]> {
  const ids = reminders.filter(isAboutDeadline).map(({ contractId }) => contractId);
  if (ids.length === 0) return reminders;
  const contracts = await noticedContracts(tx, ids);
  return reminders.map((one) => {
    const contract = contracts.get(one.contractId);
    if (contract === undefined || !isAboutDeadline(one) || one.meant === null) return one;
    const loss = lossBetween(contract, one.meant, addDays(one.meant, 1), contract.company);
    return loss === null ? one : { ...one, until: loss.laterEnd, atStake: loss.net };
  });
}

function isAboutDeadline({ type, meant }: NewDueReminder): boolean {
  return type === 'cancellation_notice' && meant !== null;
}

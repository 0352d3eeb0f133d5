import { addDays, type Day } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { noticeDay } from '../safe-days.ts';
import { lossBetween } from '../stake.ts';
import { endsAnyDay } from '../term/reminders.ts';
import { type NoticedContract, noticedContracts } from './stakes.ts';

/** Contracts computed in one transaction, which block the event loop for a few milliseconds. */
const atOnce = 250;

/** Contracts whose notice has not been given, without those that somebody is saving: a save keeps its own day. */
const selectOpen = `select k.id from contract k
  where k.id > $1 and k.terminated_on is null and k.termination_deadline is not null
    and k.status not in ('cancelled', 'expired', 'incorporated')
  order by k.id limit ${atOnce} for no key update skip locked`;

const upsert = `insert into contract_notice_day as d (tenant_id, contract_id, deadline, day, at_stake)
  select app.tenant_id(), n.* from unnest($1::bigint[], $2::date[], $3::date[], $4::numeric[]) as n
  on conflict (tenant_id, contract_id) do update
    set deadline = excluded.deadline, day = excluded.day, at_stake = excluded.at_stake
    where row (d.deadline, d.day, d.at_stake) is distinct from row (excluded.deadline, excluded.day, excluded.at_stake)`;

/**
 * Keeps by which day the notice of each contract must leave and what missing the deadline costs, for lists, mails and
 * sums (OVW-10, CON-32). Runs as writer.
 */
export function keepNoticeDays(tx: Tx, contracts: readonly NoticedContract[], today: Day): void {
  const kept = contracts.flatMap((contract) => {
    const notice = noticeOf(contract, today);
    return notice === null ? [] : [{ id: contract.head.id, ...notice }];
  });
  if (kept.length === 0) return;
  tx.send(upsert, [
    kept.map(({ id }) => id),
    kept.map(({ deadline }) => deadline),
    kept.map(({ day }) => day),
    kept.map(({ atStake }) => atStake),
  ]);
}

/**
 * Keeps the days of the contracts after an id, as they are on a day.
 *
 * @returns the last id, null if no contract is left
 */
export async function keepNoticeDaysAfter(tx: Tx, after: number, today: Day): Promise<number | null> {
  const rows = await tx.fixed<{ id: number }>(selectOpen, [after]);
  const ids = rows.map(({ id }) => id);
  const contracts = await noticedContracts(tx, ids);
  keepNoticeDays(tx, [...contracts.values()], today);
  return rows.length < atOnce ? null : (ids.at(-1) ?? null);
}

interface Notice {
  readonly deadline: Day;
  readonly day: Day;
  readonly atStake: Amount | null;
}

/** Null without a deadline that can be missed. */
function noticeOf(contract: NoticedContract, today: Day): Notice | null {
  const { head, company } = contract;
  const { termination_deadline: deadline } = head;
  if (deadline === null || head.terminated_on !== null) return null;
  // A notice to any day costs nothing when it comes a day later.
  if (endsAnyDay(head, today)) return { deadline, day: deadline, atStake: '0.00' };
  return { deadline, day: noticeDay(deadline, company, today), atStake: stakeIn(contract, deadline) };
}

/**
 * What a day too late costs; null without a term, while the rate is unknown, and for amendments, whose contract has the
 * stake.
 */
function stakeIn(contract: NoticedContract, deadline: Day): Amount | null {
  const { head, company } = contract;
  if (head.term_type === 'none' || head.amends_id !== null) return null;
  const loss = lossBetween(contract, deadline, addDays(deadline, 1), company);
  return loss === null ? '0.00' : loss.net;
}

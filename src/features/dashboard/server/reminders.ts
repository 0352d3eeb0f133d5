import type { Tx } from '../../../platform/server/database.ts';
import type { ContractFigures, OpenReminder } from '../model.ts';

/** Number of reminders shown; others are counted. */
const maxReminders = 10;

/** Undecided reminders, independent of the dashboard's days, oldest first. */
const remindersSql = `
  with waiting as materialized (
    select d.id, d.type, coalesce(d.meant, d.day) as day, d.until, d.interval_from, d.interval_to, d.contract_reminder_id,
        k.id as contract_id, k.contract_number_formatted as number, k.name, k.supplier_id
      from contract_due_reminder d join contract k on k.id = d.contract_id
      where d.acknowledged_at is null
        and ($1::bigint[] is null or k.client_id = any ($1))
        and ($2::bigint[] is null or k.department_id = any ($2))
        and ($3::bigint[] is null or k.cost_center_id = any ($3))
  ), first as (
    select w.id, w.type, w.day, w.until, w.interval_from, w.interval_to, w.contract_id, w.number, w.name, s.name as supplier, r.note
      from waiting w
      left join supplier s on s.id = w.supplier_id
      left join contract_reminder r on r.id = w.contract_reminder_id
      order by w.day, w.id limit $4
  )
  select (select count(*)::int from waiting) as reminder_count,
    (select coalesce(json_agg(to_json(first) order by day, id), '[]') from first) as reminders`;

interface Found extends Pick<ContractFigures, 'reminder_count'> {
  readonly reminders: readonly OpenReminder[];
}

/** Undecided reminders of visible contracts, including those of other people (CON-25). */
export async function openReminders(
  tx: Tx,
  references: readonly unknown[],
): Promise<Pick<ContractFigures, 'reminders' | 'reminder_count'>> {
  return await tx.one<Found>(remindersSql, [...references, maxReminders]);
}

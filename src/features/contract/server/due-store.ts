import type { Day } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import type { BilledInterval } from '../../../document/usage.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { DueReminderType } from '../due-reminder.ts';

/** A reminder that has become due. */
export interface NewDueReminder {
  readonly contractId: number;
  readonly reminderId: number | null;
  readonly type: DueReminderType;
  readonly day: Day;
  /** The deadline or end it is about. */
  readonly meant: Day | null;
  readonly interval: BilledInterval | null;
  /** The end that follows without a decision, and the cost until then in the currency of the company. */
  readonly until?: Day | null;
  readonly atStake?: Amount | null;
  /** It also goes to the substitute and to the person responsible for the company. */
  readonly isWide?: boolean;
}

/** Stores due reminders, once for each day of each reminder, and returns the ids of the new ones. */
export async function writeDueReminders(
  tx: Tx,
  tenantId: number,
  reminders: readonly NewDueReminder[],
): Promise<readonly number[]> {
  if (reminders.length === 0) return [];
  const rows = await tx.fixed<{ id: number; contract_reminder_id: number | null }>(
    `insert into contract_due_reminder (tenant_id, contract_id, contract_reminder_id, type, day, meant, interval_from, interval_to,
       until, at_stake, is_wide)
     select $1, n.* from unnest($2::bigint[], $3::bigint[], $4::text[], $5::date[], $6::date[], $7::date[], $8::date[],
       $9::date[], $10::numeric[], $11::boolean[]) as n
     on conflict on constraint contract_due_reminder_once do nothing returning id, contract_reminder_id`,
    [
      tenantId,
      reminders.map(({ contractId }) => contractId),
      reminders.map(({ reminderId }) => reminderId),
      reminders.map(({ type }) => type),
      reminders.map(({ day }) => day),
      reminders.map(({ meant }) => meant),
      reminders.map(({ interval }) => interval?.from ?? null),
      reminders.map(({ interval }) => interval?.to ?? null),
      reminders.map(({ until = null }) => until),
      reminders.map(({ atStake = null }) => atStake),
      reminders.map(({ isWide = false }) => isWide),
    ],
  );
  const sent = rows.flatMap(({ contract_reminder_id: id }) => (id === null ? [] : [id]));
  if (sent.length > 0)
    tx.send('update contract_reminder set sent_at = now() where id = any ($1::bigint[])', [sent]);
  return rows.map(({ id }) => id);
}

import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { sendJob } from '../../../platform/server/jobs/jobs.ts';
import type { ContractOutcome } from '../outcome.ts';

/** The job that finds due reminders: daily, and immediately after a save that may make one due (CON-24). */
export const reminderJob = 'remind_of_contracts';

/** Queues the reminder job immediately, for reminders already due when saved (CON-24). Runs as writer. */
export function queueReminders(tx: Tx): void {
  sendJob(tx, reminderJob, {});
}

/** Checks the reminders of a contract again after its terms changed. */
export function recheckReminders(tx: Tx, contractId: number): void {
  tx.send(
    `with looked as (update contract_reminder set checked_on = null where contract_id = $1 returning id)
     select app.enqueue($2, '{}', null) where exists (select from looked)`,
    [contractId, reminderJob],
  );
}

/** Saves the changes of an action to the reminders of a contract. */
export function saveReminders(
  tx: Tx,
  { tenantId, actorId }: Context,
  contractId: number,
  { acknowledged, addedReminder, removedReminderId }: ContractOutcome,
): void {
  if (acknowledged) {
    tx.send(
      `update contract_due_reminder set acknowledged_at = now(), acknowledged_by_id = $3, decision = $4
       where contract_id = $1 and id = any ($2::bigint[]) and acknowledged_at is null`,
      [contractId, acknowledged.ids, actorId, acknowledged.decision],
    );
  }
  if (removedReminderId !== undefined) {
    tx.send('delete from contract_reminder where contract_id = $1 and id = $2', [
      contractId,
      removedReminderId,
    ]);
  }
  if (addedReminder) {
    const { type, reminder_date, days_before, note, lb_user_id } = addedReminder;
    tx.send(
      `insert into contract_reminder (tenant_id, contract_id, type, reminder_date, days_before, note, lb_user_id)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [tenantId, contractId, type, reminder_date, days_before, note, lb_user_id],
    );
    queueReminders(tx);
  }
}

import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { enqueueJob } from '../../../platform/server/jobs/jobs.ts';
import type { ContractOutcome } from '../outcome.ts';

/** The job that finds what is due; daily, and at once where something is due already (CON-24). */
export const reminderJob = 'remind_of_contracts';

/** A reminder whose day is over when it is saved does not wait for the morning (CON-24). Runs as writer. */
export async function queueReminders(tx: Tx): Promise<void> {
  await enqueueJob(tx, reminderJob, {});
}

/** Terms have changed, and with them what is due: the reminders of the contract are looked at once more. */
export async function lookAnew(tx: Tx, contractId: number): Promise<void> {
  const found = await tx.fixed(
    'update contract_reminder set checked_on = null where contract_id = $1 returning id',
    [contractId],
  );
  if (found.length > 0) await queueReminders(tx);
}

/** Writes what an action makes of the reminders of a contract. */
export async function saveReminders(
  tx: Tx,
  { tenantId, actorId }: Context,
  contractId: number,
  { acknowledged, addedReminder, removedReminderId }: ContractOutcome,
): Promise<void> {
  if (acknowledged) {
    await tx.fixed(
      `update contract_due_reminder set acknowledged_at = now(), acknowledged_by_id = $3, decision = $4
       where contract_id = $1 and id = any ($2::bigint[]) and acknowledged_at is null`,
      [contractId, acknowledged.ids, actorId, acknowledged.decision],
    );
  }
  if (removedReminderId !== undefined) {
    await tx.fixed('delete from contract_reminder where contract_id = $1 and id = $2', [
      contractId,
      removedReminderId,
    ]);
  }
  if (addedReminder) {
    const { type, reminder_date, days_before, note, lb_user_id } = addedReminder;
    await tx.fixed(
      `insert into contract_reminder (tenant_id, contract_id, type, reminder_date, days_before, note, lb_user_id)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [tenantId, contractId, type, reminder_date, days_before, note, lb_user_id],
    );
    await queueReminders(tx);
  }
}

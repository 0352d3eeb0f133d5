import type { Keeping } from '../../../document/server/served-kind.ts';

/** A contract that has not ended, is no incorporated amendment and no draft; drafts stay with their creators. */
const isKept = `k.status not in ('pending', 'expired', 'incorporated')
  and (k.status <> 'cancelled' or k.terminated_on is not null and k.end_date >= (now() at time zone app.time_zone())::date)`;

/** Contracts a person is responsible for, or created without another responsible person (CON-09). */
export const contractKeeping: Keeping = {
  count: async (tx, personId) => {
    const { count } = await tx.one<{ count: number }>(
      `select count(*)::integer as count from contract k where coalesce(k.responsible_id, k.creator_id) = $1 and ${isKept}`,
      [personId],
    );
    return count;
  },
  /** Reminders set for the person are handed over too, so that each still has a recipient (CON-24). */
  handOver: async (tx, from, to) => {
    await tx.fixed(
      `update contract_reminder r set lb_user_id = $2 from contract k
       where k.id = r.contract_id and r.lb_user_id = $1 and ${isKept}`,
      [from, to],
    );
    // Contracts with only handed-over reminders are updated too, so that lists refresh them.
    await tx.fixed(
      `update contract k set updated_at = now(),
         responsible_id = case when coalesce(k.responsible_id, k.creator_id) = $1 then $2 else k.responsible_id end
       where ${isKept} and (coalesce(k.responsible_id, k.creator_id) = $1
         or exists (select from contract_reminder r where r.contract_id = k.id and r.lb_user_id = $2))`,
      [from, to],
    );
  },
};

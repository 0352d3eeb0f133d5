import type { Keeping } from '../../../document/server/served-kind.ts';

/** A contract that is not over, nor part of another, and no draft: drafts stay with whoever made them. */
const isKept = `k.status not in ('pending', 'expired', 'incorporated')
  and (k.status <> 'cancelled' or k.terminated_on is not null and k.end_date >= (now() at time zone app.time_zone())::date)`;

/** Contracts whom a person is responsible for, or that he made and nobody else looks after (CON-09). */
export const contractKeeping: Keeping = {
  count: async (tx, personId) => {
    const { count } = await tx.one<{ count: number }>(
      `select count(*)::integer as count from contract k where coalesce(k.responsible_id, k.creator_id) = $1 and ${isKept}`,
      [personId],
    );
    return count;
  },
  /** The reminders that were set for the person go along, so that none comes to nobody (CON-24). */
  handOver: async (tx, from, to) => {
    await tx.fixed(
      `update contract_reminder r set lb_user_id = $2 from contract k
       where k.id = r.contract_id and r.lb_user_id = $1 and ${isKept}`,
      [from, to],
    );
    // Those whose reminders alone were his are listed anew as well.
    await tx.fixed(
      `update contract k set updated_at = now(),
         responsible_id = case when coalesce(k.responsible_id, k.creator_id) = $1 then $2 else k.responsible_id end
       where ${isKept} and (coalesce(k.responsible_id, k.creator_id) = $1
         or exists (select from contract_reminder r where r.contract_id = k.id and r.lb_user_id = $2))`,
      [from, to],
    );
  },
};

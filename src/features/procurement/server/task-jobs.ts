import { isRefusal, type Refusal, Refused } from '../../../base/refusal.ts';
import { notifyOfChange, remindOfTasks } from '../../../document/server/notify.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { type Job, type JobHandlers, NotYet, systemContext } from '../../../platform/server/jobs/jobs.ts';
import type { ProcurementSituation } from '../facts.ts';
import type { Outcome } from '../outcome.ts';
import { leaveEmptyGroup, settleTask } from '../standing-in.ts';
import { loadSituation } from './load-facts.ts';
import { saveOutcome } from './outcome-store.ts';
import { lockProcurement } from './store.ts';

/** Jobs that come once a day, with the hour of the tenant's day from which they are due. */
export const dailyTaskJobs = { settle_tasks: 0, remind_of_tasks: 6 } as const;

/** Tasks in the hands of substitutes, and tasks of persons who have one and a period: whatever may have to move. */
const substituted = `
  select p.id from procurement p
  join timeline t on t.id = p.timeline_id
  join timeline_entry e on e.timeline_id = t.id and e.entry_no = t.current_entry_no
  join lb_user u on u.id = coalesce(e.for_user_id, e.lb_user_id)
  where e.text_type = 'present' and (e.for_user_id is not null
    or u.substitute_id is not null and u.absence_from is not null)
  order by p.id`;

const ofEmptyGroups = `
  select p.id from procurement p
  join timeline t on t.id = p.timeline_id
  join timeline_entry e on e.timeline_id = t.id and e.entry_no = t.current_entry_no
  where e.text_type = 'assignment' and not exists (
    select from task_group_user m join lb_user u on u.id = m.lb_user_id
    where m.task_group_id = e.lb_user_id and u.active and not u.blocked)
  order by p.id`;

/** What looks after open tasks: substitutes (APPR-15), groups without members and reminders (TASK-24). */
export function taskJobs(database: Database): JobHandlers {
  return {
    settle_tasks: (job) => moveTasks(database, job, substituted, settleTask),
    remind_of_tasks: async (job) => {
      const moved = await moveTasks(database, job, ofEmptyGroups, leaveEmptyGroup);
      await asTenant(database, job, remindOfTasks);
      return moved;
    },
  };
}

type Move = (situation: ProcurementSituation) => Outcome | Refusal | null;

/**
 * Moves each task in a transaction of its own, so that one document that somebody is just working on does not hold
 * up the others; it is tried again later. Whatever is in the right hands stays, so that a repetition does no harm.
 */
async function moveTasks(
  database: Database,
  job: Job,
  query: string,
  move: Move,
): Promise<{ moved: number }> {
  const rows = await asTenant(database, job, (tx) => tx.query<{ id: number }>(query));
  let moved = 0;
  let waiting = 0;
  for (const { id } of rows) {
    try {
      if (await moveTask(database, job, id, move)) moved += 1;
    } catch (error) {
      if (!isBusy(error)) throw error;
      waiting += 1;
    }
  }
  if (waiting > 0) throw new NotYet(`${waiting} documents are being worked on`);
  return { moved };
}

async function moveTask(database: Database, job: Job, id: number, move: Move): Promise<boolean> {
  const context = systemContext(job.context.tenantId, job.context.requestId);
  return await asTenant(database, job, async (tx) => {
    const document = await lockProcurement(tx, context, id, null);
    const situation = await loadSituation(tx, context, document);
    const result = move(situation);
    if (result === null || isRefusal(result)) return false;
    await saveOutcome(tx, context, situation, result);
    await notifyOfChange(tx, context, document.storedTimeline, result.timeline);
    return true;
  });
}

/** Whoever asked for it: the tenant itself does it. */
async function asTenant<T>(database: Database, job: Job, run: (tx: Tx) => Promise<T>): Promise<T> {
  const context = systemContext(job.context.tenantId, job.context.requestId);
  return await database.inTenant(context, run, { role: 'writer' });
}

function isBusy(error: unknown): boolean {
  return error instanceof Refused && error.refusal.code === 'timeline_locked';
}

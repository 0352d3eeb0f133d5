import { isRefusal, type Refusal } from '../../base/refusal.ts';
import { asWriter } from '../../platform/server/as-role.ts';
import type { Database, Tx } from '../../platform/server/database.ts';
import { type Job, type JobHandlers, systemContext } from '../../platform/server/jobs/jobs.ts';
import { stepTypes } from '../../timeline/kinds.ts';
import type { DocumentSituation } from '../facts.ts';
import type { Kind } from '../kind.ts';
import type { Outcome } from '../outcome.ts';
import { handOverAllGone, moveDueTask } from '../substitution.ts';
import { eachDocument, type LeftOut, reportLeftOut } from './each-document.ts';
import { loadSituation } from './load-facts.ts';
import { notifyOfChange, remindOfTasks } from './notify.ts';
import { saveOutcome } from './outcome-store.ts';
import type { ServedKind } from './served-kind.ts';
import { lockDocument } from './store.ts';

/** Daily jobs, with the hour of the tenant's day from which they are due. */
export const dailyTaskJobs = { settle_tasks: 0, remind_of_tasks: 6 } as const;

/** Documents whose task a substitute has, or whose assignee has a substitute and an absence. */
const substituted = ({ name }: Kind) => `
  select d.id from ${name} d
  join timeline t on t.id = d.timeline_id
  join timeline_entry e on e.timeline_id = t.id and e.entry_no = t.current_entry_no
  join lb_user u on u.id = coalesce(e.for_user_id, e.lb_user_id)
  where e.text_type = 'present' and e.type = any ($1) and (e.for_user_id is not null
    or u.substitute_id is not null and u.absence_from is not null)
  order by d.id`;

/**
 * Documents with current or planned tasks of groups without active members, or of deactivated or blocked people. The
 * system person never gets tasks.
 */
const ofGone = ({ name }: Kind) => `
  select distinct d.id from ${name} d
  join timeline t on t.id = d.timeline_id
  join timeline_entry e on e.timeline_id = t.id and e.entry_no >= t.current_entry_no
  join lb_user u on u.id = e.lb_user_id
  where e.text_type in ('present', 'assignment', 'future') and e.type = any ($1) and not u.is_system
    and (not u.active or u.blocked or u.auditor_ends_on is not null or u.is_group and not exists (
      select from task_group_user m join lb_user p on p.id = m.lb_user_id
      where m.task_group_id = u.id and p.active and not p.blocked and p.auditor_ends_on is null))
  order by d.id`;

/**
 * The jobs for open tasks: urgency of the new day (OVW-10), substitutes (APPR-15), unavailable people (ADM-23), empty
 * groups and reminders (TASK-24).
 */
export function taskJobs(database: Database, kinds: readonly ServedKind[]): JobHandlers {
  return {
    settle_tasks: async (job) => {
      await asTenant(database, job, (tx) => tx.fixed('select app.list_passed_days()', []));
      const settled = await moveTasks(database, kinds, job, { query: substituted, move: moveDueTask });
      const left = await moveTasks(database, kinds, job, { query: ofGone, move: handOverAllGone });
      reportLeftOut([...settled.leftOut, ...left.leftOut]);
      return { moved: settled.moved + left.moved };
    },
    remind_of_tasks: async (job) => {
      const { moved, leftOut } = await moveTasks(database, kinds, job, {
        query: ofGone,
        move: handOverAllGone,
      });
      await asTenant(database, job, (tx) =>
        remindOfTasks(
          tx,
          kinds.map((served) => served.kind),
        ),
      );
      reportLeftOut(leftOut);
      return { moved };
    },
  };
}

/** Moves the task of a document; administrators are the last candidates. */
type Move = (situation: DocumentSituation, administrators: readonly number[]) => Outcome | Refusal | null;

/** The documents to check, and the move for each. */
interface Moving {
  readonly query: (kind: Kind) => string;
  readonly move: Move;
}

/**
 * Moves each task in its own transaction, without those of locked and failing documents. Tasks with the right assignee
 * stay, so that repetitions do no harm.
 */
async function moveTasks(
  database: Database,
  kinds: readonly ServedKind[],
  job: Job,
  { query, move }: Moving,
): Promise<{ readonly moved: number; readonly leftOut: readonly LeftOut[] }> {
  let moved = 0;
  const leftOut: LeftOut[] = [];
  const administrators = await administratorsOf(database, job);
  for (const served of kinds) {
    const rows = await asTenant(database, job, (tx) =>
      tx.query<{ id: number }>(query(served.kind), [stepTypes]),
    );
    const ids = rows.map(({ id }) => id);
    const left = await eachDocument(served.kind, ids, async (id) => {
      if (await moveTask(database, served, job, { id, move, administrators })) moved += 1;
    });
    leftOut.push(...left);
  }
  return { moved, leftOut };
}

async function administratorsOf(database: Database, job: Job): Promise<readonly number[]> {
  const found = await asTenant(database, job, (tx) =>
    tx.query<{ id: number }>(
      'select id from lb_user where not is_group and app.administers(tenant_id, id) order by id limit 5',
    ),
  );
  return found.map(({ id }) => id);
}

interface Moved {
  readonly id: number;
  readonly move: Move;
  readonly administrators: readonly number[];
}

async function moveTask(
  database: Database,
  served: ServedKind,
  job: Job,
  { id, move, administrators }: Moved,
): Promise<boolean> {
  const context = systemContext(job.context.tenantId, job.context.requestId);
  return await asTenant(database, job, async (tx) => {
    const document = await lockDocument(tx, context, served, id, null);
    const situation = await loadSituation(tx, context, served, document, { personIds: administrators });
    const result = move(situation, administrators);
    if (result === null || isRefusal(result)) return false;
    const { timeline } = await saveOutcome(tx, context, served, situation, result);
    notifyOfChange(tx, context, document.storedTimeline, timeline);
    return true;
  });
}

/** Runs as the tenant's system, regardless of who queued the job. */
async function asTenant<T>(database: Database, job: Job, run: (tx: Tx) => Promise<T>): Promise<T> {
  const context = systemContext(job.context.tenantId, job.context.requestId);
  return await asWriter(database, context, run);
}

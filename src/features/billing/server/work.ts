import type { Database, Tx } from '../../../platform/server/database.ts';
import type { Attempt, BillingStep, StepOutcome } from '../next-step.ts';
import type { Debit, DocumentOrder, ProviderDocument } from '../provider.ts';
import type { BillingProblem, BillingState } from '../state.ts';

/** A billing leased by a runner. */
export interface Work {
  readonly tenant_id: number;
  readonly id: number;
  readonly lease: number;
  readonly state: BillingState;
  readonly ordered: DocumentOrder;
  readonly net: string;
  readonly gross: string;
  readonly mail_to: string | null;
  readonly debit: Debit | null;
  readonly document_id: string | null;
}

export interface StoredAttempt extends Attempt {
  readonly id: number;
}

/** Another runner has leased the billing meanwhile; this one stops. */
export class LeaseLost extends Error {}

/** Longer than any step with its retries; after that the runner counts as dead. */
const leaseTime = 10 * 60_000;

/** Leases the billing due longest; undefined if none is due. */
export async function takeWork(database: Database, now: Date): Promise<Work | undefined> {
  return await database.atGate((tx) =>
    tx.maybeOne<Work>(
      `update billing b set leased_until = $2, lease = b.lease + 1
       from (
         select tenant_id, id from billing
         where state in ('open', 'cancelling') and due_at <= $1 and (leased_until is null or leased_until <= $1)
         order by due_at, tenant_id, id limit 1 for no key update skip locked) d
       where b.tenant_id = d.tenant_id and b.id = d.id
       returning b.tenant_id, b.id, b.lease, b.state, b.ordered, b.net, b.gross, b.mail_to, b.debit, b.document_id`,
      [now, leaseEnd(now)],
    ),
  );
}

/** The attempts so far; those refused before the operator resumed the billing count as postponed. */
export async function attemptsOf(database: Database, work: Work): Promise<readonly StoredAttempt[]> {
  const rows = await database.atGate((tx) =>
    tx.fixed<{
      id: number;
      step: BillingStep;
      outcome: StepOutcome;
      begun_at: string;
      retry_at: string | null;
    }>(
      `select s.id, s.step, s.begun_at, s.retry_at,
         case when s.outcome = 'refused' and s.id <= b.retried_after then 'later' else s.outcome end as outcome
       from billing_step s join billing b on b.tenant_id = s.tenant_id and b.id = s.billing_id
       where s.tenant_id = $1 and s.billing_id = $2 order by s.id`,
      [work.tenant_id, work.id],
    ),
  );
  return rows.map(({ id, step, outcome, begun_at, retry_at }) => ({
    ...{ id, step, outcome, begunAt: Date.parse(begun_at) },
    retryAt: retry_at === null ? null : Date.parse(retry_at),
  }));
}

/** Records that a step is about to be sent. */
export async function begin(database: Database, work: Work, step: BillingStep, now: Date): Promise<number> {
  return await held(database, work, now, async (tx) => {
    const { id } = await tx.one<{ id: number }>(
      'insert into billing_step (tenant_id, billing_id, step, begun_at) values ($1, $2, $3, $4) returning id',
      [work.tenant_id, work.id, step, now],
    );
    return id;
  });
}

export interface StepEnd {
  readonly outcome: StepOutcome;
  readonly message?: string | null;
  /** In milliseconds since 1970. */
  readonly retryAt?: number | null;
  /** The document after the step. */
  readonly document?: ProviderDocument;
  readonly problem?: BillingProblem;
}

/** Records the result of a step and the document's new data. */
export async function endStep(
  database: Database,
  work: Work,
  stepId: number,
  end: StepEnd,
  now: Date,
): Promise<void> {
  const { outcome, message = null, retryAt = null, document, problem } = end;
  await held(database, work, now, async (tx) => {
    tx.send(
      'update billing_step set outcome = $3, message = $4, retry_at = $5 where tenant_id = $1 and id = $2',
      [...[work.tenant_id, stepId, outcome, message], retryAt === null ? null : new Date(retryAt)],
    );
    if (document)
      tx.send(
        `update billing set document_id = coalesce(document_id, $3), document_number = coalesce($4, document_number),
           provider_net = $5, provider_gross = $6
         where tenant_id = $1 and id = $2`,
        [
          work.tenant_id,
          work.id,
          document.id,
          document.isDraft ? null : document.number,
          document.net,
          document.gross,
        ],
      );
    if (problem)
      tx.send('update billing set problem = $3 where tenant_id = $1 and id = $2', [
        work.tenant_id,
        work.id,
        problem,
      ]);
  });
}

/** Releases the lease, until a later time or finally with another state. */
export async function leave(
  database: Database,
  work: Work,
  end: { readonly state: BillingState; readonly dueAt: Date },
  now: Date,
): Promise<void> {
  await held(database, work, now, async (tx) => {
    await tx.fixed(
      'update billing set state = $3, due_at = $4, leased_until = null where tenant_id = $1 and id = $2',
      [...[work.tenant_id, work.id, end.state, end.dueAt]],
    );
  });
}

/** Runs while the lease is held, and extends it. */
async function held<T>(database: Database, work: Work, now: Date, run: (tx: Tx) => Promise<T>): Promise<T> {
  return await database.atGate(async (tx) => {
    const kept = await tx.fixed(
      'update billing set leased_until = $4 where tenant_id = $1 and id = $2 and lease = $3 returning id',
      [work.tenant_id, work.id, work.lease, leaseEnd(now)],
    );
    if (kept.length === 0) throw new LeaseLost('another one works on the billing');
    return await run(tx);
  });
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + leaseTime);
}

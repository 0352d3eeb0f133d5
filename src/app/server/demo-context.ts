import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { Refused } from '../../base/refusal.ts';
import type { Command } from '../../graphql/server/command.ts';
import type { Context } from '../../platform/context.ts';
import { readerRole } from '../../platform/server/database/entrance.ts';
import { type Database, Tx } from '../../platform/server/database.ts';
import type { DocumentKind } from '../../timeline/kinds.ts';
import type { IdOf } from './table-rows.ts';

/** The demo tenant with the records used by its documents. */
export interface DemoContext {
  readonly client: pg.PoolClient;
  /** For work outside of the open transaction. */
  readonly database: Database;
  readonly tenantId: number;
  readonly timeZone: string;
  readonly person: IdOf;
  readonly company: IdOf;
  readonly department: IdOf;
  readonly costCenter: IdOf;
  readonly account: IdOf;
  readonly supplier: IdOf;
}

/** The version expected by an action on a document. */
export async function versionOf(
  { client, tenantId }: DemoContext,
  kind: DocumentKind,
  id: number,
): Promise<number | undefined> {
  const { rows } = await client.query<{ version: number }>(
    `select t.content_version as version from ${kind} d
     join timeline t on t.tenant_id = d.tenant_id and t.id = d.timeline_id
     where d.tenant_id = $1 and d.id = $2`,
    [tenantId, id],
  );
  return rows[0]?.version;
}

/** Runs a command as the API does, in the open transaction, and returns the document's id. Confirms all questions (API-41). */
export async function runCommand(
  commands: readonly Command[],
  demo: DemoContext,
  login: string,
  name: string,
  input: object,
): Promise<number> {
  const command = commands.find((each) => each.name === name);
  if (!command) throw new Error(`unknown command ${name}`);
  return await actAs(demo, login, async (tx, context) => {
    const confirmations: string[] = [];
    for (;;) {
      const given = { ...input, confirmations, idempotency_key: randomUUID() };
      try {
        const key = await tx.undoing(() => command.run(tx, context, command.input.parse(given)));
        return Number(key?.id);
      } catch (error) {
        const asked = error instanceof Refused ? error.refusal.confirm?.hash : undefined;
        if (asked === undefined || confirmations.includes(asked)) throw error;
        confirmations.push(asked);
      }
    }
  });
}

/** Runs an action in the open transaction with the rights of the person. */
export async function actAs<Result>(
  demo: DemoContext,
  login: string,
  run: (tx: Tx, context: Context) => Promise<Result>,
): Promise<Result> {
  const context = await contextOf(demo, login);
  const tx = Tx.on(demo.client, null);
  await tx.query('select app.enter($1, $2, $2, null, false)', [context.tenantId, context.userId]);
  const result = await run(tx.as(readerRole(context)), context);
  await tx.query('set constraints all immediate');
  await tx.query('set constraints all deferred');
  await tx.query('set local role none');
  return result;
}

/** The work of a job; all its database access runs in the open transaction. */
export type WorkOfJob = (database: Database, context: Context) => Promise<unknown>;

/** Runs the job of a kind that was queued in the open transaction, within it and in the name of a person. */
export async function doJob(demo: DemoContext, login: string, kind: string, work: WorkOfJob): Promise<void> {
  await actAs(demo, login, async (tx, context) => {
    const inTenant: Database['inTenant'] = async (_, run, options) =>
      await run(tx.as(options?.role ?? readerRole(context)));
    await work({ ...demo.database, inTenant }, context);
    await tx.settled();
  });
  await endJobs(demo, kind);
}

/** Completes the jobs of a kind queued in the open transaction, so that no worker runs them after it. */
export async function endJobs({ client, tenantId }: DemoContext, kind: string): Promise<void> {
  await client.query(
    "update job set state = 'done', progress = 100, finished_at = now() where tenant_id = $1 and kind = $2 and state = 'queued'",
    [tenantId, kind],
  );
}

async function contextOf({ client, tenantId, person }: DemoContext, login: string): Promise<Context> {
  const userId = person(login);
  const { rows } = await client.query<{ roles: string[] }>(
    'select roles from lb_user where tenant_id = $1 and id = $2',
    [tenantId, userId],
  );
  return {
    tenantId,
    userId,
    actorId: userId,
    means: 'job',
    tokenVersion: null,
    roles: rows[0]?.roles ?? [],
    asOperator: false,
    language: 'de',
    requestId: 'demo',
  };
}

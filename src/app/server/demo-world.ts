import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Command } from '../../graphql/server/command.ts';
import type { Context } from '../../platform/context.ts';
import { readerRole } from '../../platform/server/database/entrance.ts';
import { Tx } from '../../platform/server/database.ts';
import type { IdOf } from './table-rows.ts';

/** The demo tenant with the records used by its documents. */
export interface DemoWorld {
  readonly client: pg.PoolClient;
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
  { client, tenantId }: DemoWorld,
  kind: 'procurement' | 'contract',
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

/** Runs a command as the API does, in the open transaction, and returns the document's id. */
export async function runCommand(
  commands: readonly Command[],
  world: DemoWorld,
  login: string,
  name: string,
  input: object,
): Promise<number> {
  const command = commands.find((each) => each.name === name);
  if (!command) throw new Error(`there is no command ${name}`);
  const context = await contextOf(world, login);
  const tx = Tx.on(world.client, null);
  await tx.query('select app.enter($1, $2, $2, null, false)', [context.tenantId, context.userId]);
  const key = await command.run(
    tx.as(readerRole(context)),
    context,
    command.input.parse({ ...input, idempotency_key: randomUUID() }),
  );
  await tx.query('set constraints all immediate');
  await tx.query('set constraints all deferred');
  await tx.query('set local role none');
  return Number(key?.id);
}

async function contextOf({ client, tenantId, person }: DemoWorld, login: string): Promise<Context> {
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

import { type Database, openDatabase, Tx } from '../../src/platform/server/database.ts';
import type { AcceptedCall, Api, Call } from './calls.ts';
import { isAccepted } from './calls.ts';
import type { Cast } from './cast.ts';

/** What was there before the clients began. */
export interface Baseline {
  readonly counters: ReadonlyMap<string, number>;
  readonly keys: ReadonlySet<string>;
  readonly mails: number;
}

/** Everything that is known after the torture, to be compared. */
export interface World {
  readonly cast: Cast;
  readonly calls: readonly Call[];
  readonly logins: Api['logins'];
  /** The raw text of every mail that the mail server took. */
  readonly mails: readonly string[];
  readonly before: Baseline;
  /** Ids of the requests that the clients created, deleted ones included. */
  readonly created: readonly number[];
  /** Reads past all walls. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  readonly tx: Tx;
  /** Addresses of further databases on the same server. */
  ownerUrl(database: string): string;
  readonly dataDirectory: string;
}

/** One thing that must hold, with what speaks against it. */
export interface Check {
  readonly name: string;
  violations(world: World): Promise<readonly string[]>;
}

/** A connection past all walls that reads values as the product does. */
export async function openWorld<T>(
  ownerUrl: string,
  run: (parts: Pick<World, 'sql' | 'tx'> & { readonly database: Database }) => Promise<T>,
): Promise<T> {
  const database = openDatabase(ownerUrl, { size: 2, statementTimeoutMs: 120_000 });
  const client = await database.pool.connect();
  try {
    const tx = new Tx(client);
    return await run({ database, tx, sql: (text, values) => tx.query(text, values) });
  } finally {
    client.release();
    await database.close();
  }
}

export async function baseline({ sql }: Pick<World, 'sql'>, tenantId: number): Promise<Baseline> {
  const counters = await sql<{ abbreviation: string; last: number }>(
    'select abbreviation, last from number_counter where tenant_id = $1',
    [tenantId],
  );
  const keys = await sql<{ key: string }>('select idempotency_key as key from command_log');
  const [mails] = await sql<{ count: number }>("select count(*)::int from mail where kind = 'login'");
  return {
    counters: new Map(counters.map(({ abbreviation, last }) => [abbreviation, last])),
    keys: new Set(keys.map(({ key }) => key)),
    mails: mails?.count ?? 0,
  };
}

/** Commands that add a remark, move nothing and name no version (TL-26). */
export const remarks: readonly string[] = ['comment', 'close_question'];

/** The accepted commands of each document that move its version, in the order of the versions. */
export function historyOf(calls: readonly Call[]): ReadonlyMap<number, readonly AcceptedCall[]> {
  const moving = calls.filter(isAccepted).filter(({ command }) => !remarks.includes(command));
  const histories = Map.groupBy(moving, ({ ending }) => ending.id);
  return new Map(
    [...histories].map(([id, history]) => [
      id,
      history.toSorted((left, right) => expectedVersion(left) - expectedVersion(right)),
    ]),
  );
}

/** The version that the command was given for; a new draft begins with version 1. */
export function expectedVersion({ input }: Pick<Call, 'input'>): number {
  return Number(input.expected_version ?? 1);
}

export function isDeleted(history: readonly AcceptedCall[]): boolean {
  return history.some(({ command }) => command === 'delete_draft');
}

/** What the worker wrote into a document by itself: a letter that has gone out, or not. */
export interface Recording {
  readonly procurement_id: number;
  readonly supplier_id: number;
  readonly state: string;
  /** In whose name. */
  readonly person_id: number;
}

export async function recordingsOf({ sql }: Pick<World, 'sql'>): Promise<readonly Recording[]> {
  return await sql<Recording>(
    `select a.procurement_id, o.supplier_id, a.data_after ->> 'state' as state, a.lb_user_id as person_id
     from audit_log a
     join procurement_order_letter l on l.tenant_id = a.tenant_id and l.id = a.foreign_key
     join procurement_supplier_order o on o.tenant_id = l.tenant_id and o.id = l.supplier_order_id
     where a."table" = 'procurement_order_letter' and a.type = 'update'
       and a.data_before ->> 'state' = 'sending' and a.data_after ->> 'state' is not null
     order by a.id`,
  );
}

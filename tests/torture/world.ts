import { minutes } from '../../src/platform/server/clock.ts';
import { longAct } from '../../src/platform/server/database/limits.ts';
import { type Database, openDatabase, Tx } from '../../src/platform/server/database.ts';
import type { Absence, AcceptedCall, Api, Call, Deeds } from './calls.ts';
import { isAccepted, isOnInvoice } from './calls.ts';
import type { Cast } from './cast.ts';
import type { ReadFigures } from './figures.ts';
import type { Recoveries } from './hurts.ts';
import type { Mall } from './shopping/mall.ts';

/** What was there before the clients began. */
export interface Baseline {
  readonly counters: ReadonlyMap<string, number>;
  readonly keys: ReadonlySet<string>;
  /** The id of the last mail of before, 0 without any. */
  readonly lastMail: number;
}

/** Everything that is known after the torture, to be compared. */
export interface World {
  readonly cast: Cast;
  readonly calls: readonly Call[];
  readonly logins: Deeds['logins'];
  readonly absences: readonly Absence[];
  /** The raw text of every mail that the mail server took. */
  readonly mails: readonly string[];
  readonly before: Baseline;
  readonly mall: Mall;
  readonly figures: ReadFigures;
  readonly recoveries: Recoveries;
  /** Ids of the requests that the clients created, deleted ones included. */
  readonly created: readonly number[];
  /** Ids of the invoices that the clients brought. */
  readonly invoices: readonly number[];
  /** Reads past all walls. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  readonly tx: Tx;
  /** Asks the product as somebody. */
  readonly look: Api['look'];
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
  const database = openDatabase(ownerUrl, { size: 2, limits: longAct(minutes(2)) });
  const client = await database.pool.connect();
  try {
    const tx = Tx.on(client, null);
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
  const [mails] = await sql<{ last: number }>('select coalesce(max(id), 0) as last from mail');
  return {
    counters: new Map(counters.map(({ abbreviation, last }) => [abbreviation, last])),
    keys: new Set(keys.map(({ key }) => key)),
    lastMail: mails?.last ?? 0,
  };
}

/** Commands that add a remark, move nothing and name no version (TL-26). */
const remarks: readonly string[] = ['comment', 'close_question'];

export function isRemark(command: string): boolean {
  return remarks.includes(command.replace('invoice_', ''));
}

/** Of no document alone. */
const onPeople: readonly string[] = ['hand_over'];

/** The accepted commands of each request that move its version, in the order of the versions. */
export function historyOf(calls: readonly Call[]): ReadonlyMap<number, readonly AcceptedCall[]> {
  return inOrder(calls.filter((call) => !isOnInvoice(call) && !onPeople.includes(call.command)));
}

/** The same of each invoice. */
export function historyOfInvoices(calls: readonly Call[]): ReadonlyMap<number, readonly AcceptedCall[]> {
  return inOrder(calls.filter(isOnInvoice));
}

function inOrder(calls: readonly Call[]): ReadonlyMap<number, readonly AcceptedCall[]> {
  const moving = calls.filter(isAccepted).filter(({ command }) => !isRemark(command));
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

/** What moved a document beside the commands on it. */
export type Move = LetterMove | StandInMove | HandOverMove;

interface OfDocument {
  readonly procurement_id: number;
  /** The place of its first trace in the audit: moves of one document follow each other in this order. */
  readonly place: number;
}

/** The worker wrote down that a letter has gone out, or not. */
export interface LetterMove extends OfDocument {
  readonly kind: 'letter';
  readonly supplier_id: number;
  readonly state: string;
  /** In whose name. */
  readonly person_id: number;
}

/** The worker brought a task to a substitute, or back from him (APPR-15). */
export interface StandInMove extends OfDocument {
  readonly kind: 'stand-in';
  readonly code: string;
  readonly from: number;
  readonly to: number;
}

/** Somebody's tasks went to somebody else (ADM-10). */
export interface HandOverMove extends OfDocument {
  readonly kind: 'hand-over';
  /** Of the command. */
  readonly key: string;
}

/** What else moved each document, in this order. */
export async function movesOf({
  sql,
  created,
}: Pick<World, 'sql' | 'created'>): Promise<ReadonlyMap<number, readonly Move[]>> {
  const letters = await sql<LetterMove>(
    `select 'letter' as kind, a.id as place, a.procurement_id, o.supplier_id, a.data_after ->> 'state' as state,
       a.lb_user_id as person_id
     from audit_log a
     join procurement_order_letter l on l.tenant_id = a.tenant_id and l.id = a.foreign_key
     join procurement_supplier_order o on o.tenant_id = l.tenant_id and o.id = l.supplier_order_id
     where a."table" = 'procurement_order_letter' and a.type = 'update'
       and a.data_before ->> 'state' = 'sending' and a.data_after ->> 'state' is not null`,
  );
  const standIns = await sql<StandInMove>(
    `select 'stand-in' as kind, id as place, procurement_id, data_after ->> 'message_code' as code,
       (data_after -> 'message_values' ->> 'from')::bigint as "from", (data_after -> 'message_values' ->> 'to')::bigint as "to"
     from audit_log where "table" = 'timeline_entry' and type = 'insert' and procurement_id = any ($1)
       and data_after ->> 'message_code' in ('task_to_substitute', 'task_from_substitute')`,
    [created],
  );
  const handOvers = await sql<HandOverMove>(
    `select 'hand-over' as kind, min(a.id) as place, a.procurement_id, c.idempotency_key as key
     from command_log c join audit_log a on a.tenant_id = c.tenant_id and a.xact::text = c.xmin::text
     where c.command = 'lb_user_hand_over' and a."table" = 'timeline_entry' and a.procurement_id = any ($1)
     group by a.procurement_id, c.idempotency_key`,
    [created],
  );
  const moves = [...letters, ...standIns, ...handOvers].toSorted((left, right) => left.place - right.place);
  return Map.groupBy(moves, ({ procurement_id }) => procurement_id);
}

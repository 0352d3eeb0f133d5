import { minutes } from '../../src/platform/server/clock.ts';
import { longAct } from '../../src/platform/server/database/limits.ts';
import { type Database, openDatabase, Tx } from '../../src/platform/server/database.ts';
import type { Absence, AcceptedCall, Api, Call, Deeds } from './calls.ts';
import { isAccepted, isOnInvoice } from './calls.ts';
import type { Cast } from './cast.ts';
import type { ReadFigures } from './figures.ts';
import type { Recoveries } from './hurts.ts';
import type { Mall } from './shopping/mall.ts';

/** The state before the clients began. */
export interface Baseline {
  readonly counters: ReadonlyMap<string, number>;
  readonly keys: ReadonlySet<string>;
  /** The id of the last earlier mail, 0 without any. */
  readonly lastMail: number;
}

/** All data for the final comparison. */
export interface Fixture {
  readonly cast: Cast;
  readonly calls: readonly Call[];
  readonly logins: Deeds['logins'];
  readonly absences: readonly Absence[];
  /** The raw text of every mail accepted by the mail server. */
  readonly mails: readonly string[];
  readonly before: Baseline;
  readonly mall: Mall;
  readonly figures: ReadFigures;
  readonly recoveries: Recoveries;
  /** Ids of the requests created by the clients, including deleted ones. */
  readonly created: readonly number[];
  /** Ids of the invoices entered by the clients. */
  readonly invoices: readonly number[];
  /** Reads as superuser. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  readonly tx: Tx;
  /** Queries the product as a person. */
  readonly look: Api['look'];
  /** Addresses of further databases on the same server. */
  ownerUrl(database: string): string;
  readonly dataDirectory: string;
}

/** One invariant with its violations. */
export interface Check {
  readonly name: string;
  violations(fixture: Fixture): Promise<readonly string[]>;
}

/** A superuser connection that reads values like the product. */
export async function openFixture<T>(
  ownerUrl: string,
  run: (parts: Pick<Fixture, 'sql' | 'tx'> & { readonly database: Database }) => Promise<T>,
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

export async function baseline({ sql }: Pick<Fixture, 'sql'>, tenantId: number): Promise<Baseline> {
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

/** Commands that add a remark, change no state and name no version (TL-26). */
const remarks: readonly string[] = ['comment', 'close_question'];

export function isRemark(command: string): boolean {
  return remarks.includes(command.replace('invoice_', ''));
}

/** Not on a single document. */
const onPeople: readonly string[] = ['hand_over'];

/** The accepted commands of each request that increase its version, in version order. */
export function historyOf(calls: readonly Call[]): ReadonlyMap<number, readonly AcceptedCall[]> {
  return inOrder(calls.filter((call) => !isOnInvoice(call) && !onPeople.includes(call.command)));
}

/** The same for each invoice. */
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

/** The version named by the command; a new draft begins with version 1. */
export function expectedVersion({ input }: Pick<Call, 'input'>): number {
  return Number(input.expected_version ?? 1);
}

export function isDeleted(history: readonly AcceptedCall[]): boolean {
  return history.some(({ command }) => command === 'delete_draft');
}

/** Changes of a document other than commands on it. */
export type Move = LetterMove | SubstituteMove | HandOverMove;

interface OfDocument {
  readonly procurement_id: number;
  /** The position of its first trace in the audit: moves of one document are ordered by it. */
  readonly place: number;
}

/** The worker recorded whether a letter was sent. */
export interface LetterMove extends OfDocument {
  readonly kind: 'letter';
  readonly supplier_id: number;
  readonly state: string;
  /** The person in whose name. */
  readonly person_id: number;
}

/** The worker moved a task to a substitute, or back (APPR-15). */
export interface SubstituteMove extends OfDocument {
  readonly kind: 'stand-in';
  readonly code: string;
  readonly from: number;
  readonly to: number;
}

/** A person's tasks were handed over (ADM-10). */
export interface HandOverMove extends OfDocument {
  readonly kind: 'hand-over';
  /** The key of the command. */
  readonly key: string;
}

/** Other moves of each document, in this order. */
export async function movesOf({
  sql,
  created,
}: Pick<Fixture, 'sql' | 'created'>): Promise<ReadonlyMap<number, readonly Move[]>> {
  const letters = await sql<LetterMove>(
    `select 'letter' as kind, a.id as place, a.procurement_id, o.supplier_id, a.data_after ->> 'state' as state,
       a.lb_user_id as person_id
     from audit_log a
     join procurement_order_letter l on l.tenant_id = a.tenant_id and l.id = a.foreign_key
     join procurement_supplier_order o on o.tenant_id = l.tenant_id and o.id = l.supplier_order_id
     where a."table" = 'procurement_order_letter' and a.type = 'update'
       and a.data_before ->> 'state' = 'sending' and a.data_after ->> 'state' is not null`,
  );
  const substitutes = await sql<SubstituteMove>(
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
  const moves = [...letters, ...substitutes, ...handOvers].toSorted(
    (left, right) => left.place - right.place,
  );
  return Map.groupBy(moves, ({ procurement_id }) => procurement_id);
}

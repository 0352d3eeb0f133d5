import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Refused, refuse } from '../../base/refusal.ts';
import { type Context, isAuditor, type KeyedRequest } from '../context.ts';
import type { Database, Tx } from './database.ts';
import { logStatement } from './transaction-log.ts';

/** What every command carries beside its own input. */
export interface Repeatable {
  readonly idempotency_key: string;
}

/**
 * Runs a command at most once per key, person and tenant (API-39). The key is written first, so that a
 * parallel duplicate waits; it goes with the transaction, so that only successes are remembered. A repeat
 * answers the document's id again without doing anything; the same key with other input is refused.
 * The call is kept in the transaction log as well (AUD-09).
 *
 * @param known the document, where the command does not have to find out first which one it is
 */
export async function once<Input extends Repeatable>(
  tx: Tx,
  context: Context,
  command: string,
  input: Input,
  run: () => Promise<{ id: number }>,
  known: number | null = null,
): Promise<{ id: number }> {
  return await onceBegun(tx, context, { command, input, known, begin: async () => {}, run });
}

/** A command whose first questions are asked in the round trip in which its key is written. */
export interface BegunCommand<Input extends Repeatable, Begun> {
  readonly command: string;
  readonly input: Input;
  /** As of `once`. */
  readonly known: number | null;
  /** Sends what comes first. It may hold what `isRepeat` keeps free for a repeat, and writes nothing. */
  readonly begin: () => Promise<Begun>;
  readonly run: (begun: Begun) => Promise<{ id: number }>;
}

/** As `once`; a repeat does not look at what its beginning has found. */
export async function onceBegun<Input extends Repeatable, Begun>(
  tx: Tx,
  context: Context,
  { command, input, known, begin, run }: BegunCommand<Input, Begun>,
): Promise<{ id: number }> {
  const inputHash = hashOf(command, input);
  const writer = tx.as('writer');
  const isFirst = claimed(writer, context, { key: input.idempotency_key, command, inputHash, known });
  const begun = begin();
  // Told where it is awaited; a repeat has no use for it.
  begun.catch(() => {});
  if (!(await isFirst)) {
    writer.send("select set_config('app.is_repeat', '', true)");
    const former = await formerAnswer(writer, context, input, inputHash);
    if (!former) throw new Refused(refuse('not_found'));
    return former;
  }
  const result = await run(await begun);
  const logged = logStatement(context, {
    key: input.idempotency_key,
    mutation: command,
    variables: input,
    response: result,
  });
  if (result.id !== known)
    writer.send('update command_log set document_id = $3 where lb_user_id = $1 and idempotency_key = $2', [
      context.userId,
      input.idempotency_key,
      result.id,
    ]);
  writer.send(logged.text, logged.values);
  return result;
}

interface Claim {
  readonly key: string;
  readonly command: string;
  readonly inputHash: Buffer;
  readonly known: number | null;
}

/** In SQL, whether the command under way in this transaction is a repeat, which takes no locks. */
export const isRepeat = "coalesce(current_setting('app.is_repeat', true), '') = 'on'";

/** Whether nobody had the key; a parallel duplicate waits until the first one has ended. */
async function claimed(
  writer: Tx,
  context: Context,
  { key, command, inputHash, known }: Claim,
): Promise<boolean> {
  const { is_first: isFirst } = await writer.one<{ is_first: boolean }>(
    `with claim as (
       insert into command_log (tenant_id, lb_user_id, idempotency_key, command, input_hash, document_id)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning command)
     select set_config('app.is_repeat', case when exists (select from claim) then '' else 'on' end, true) = '' as is_first`,
    [context.tenantId, context.userId, key, command, inputHash, known],
  );
  return isFirst;
}

/**
 * Runs a request of several writes at most once per key, person and tenant (SHEET-21), as `once` does for one command. A
 * repeat reads the answer of the first; the same key with another request is refused.
 */
export async function answeredOnce(
  tx: Tx,
  context: Context,
  key: string,
  request: object,
  run: () => Promise<string>,
): Promise<string> {
  const inputHash = hashOf('request', request);
  const writer = tx.as('writer');
  if (await claimed(writer, context, { key, command: 'request', inputHash, known: null })) {
    const answer = await run();
    writer.send('update command_log set answer = $3 where lb_user_id = $1 and idempotency_key = $2', [
      context.userId,
      key,
      answer,
    ]);
    return answer;
  }
  const former = await writer.one<{ input_hash: Buffer; answer: string }>(
    'select input_hash, answer from command_log where lb_user_id = $1 and idempotency_key = $2',
    [context.userId, key],
  );
  if (!former.input_hash.equals(inputHash)) throw new Refused(refuse('idempotency_key_reused'));
  return former.answer;
}

/**
 * The database for routes: a transaction of a request with a key keeps what it has answered, with what it has written
 * (SHEET-21). When the request comes again, that transaction answers the same and does nothing, also where a node has died
 * between two of them. The same key with another request is refused (`idempotency_key_reused`). A route that is asked the
 * same has its transactions in the same order.
 */
export function onceByKey(database: Database): Database {
  return {
    ...database,
    inTenant: async (context, run, options = {}) => {
      const { keyed } = context;
      // An auditor's transactions only read, but for what is his own matter; those of one moment only read anyway.
      const onlyReads = options.isOneStatement || options.isSnapshot;
      if (!keyed || onlyReads || (isAuditor(context) && !options.isOwnMatter))
        return await database.inTenant(context, run, options);
      const key = keyOfPlace(keyed);
      const inputHash = hashOf('request', keyed.content());
      return await database.inTenant(
        context,
        (tx) => keptOnce(tx, context, { key, inputHash }, () => run(tx)),
        options,
      );
    },
  };
}

function keyOfPlace({ key, nextPlace }: KeyedRequest): string {
  return createHash('sha256').update(`${key} ${nextPlace()}`).digest('hex').slice(0, 32);
}

/** A transaction that wrote nothing is not kept, and runs again; it may have read what is too large to be kept. */
async function keptOnce<T>(
  tx: Tx,
  context: Context,
  { key, inputHash }: Pick<Claim, 'key' | 'inputHash'>,
  run: () => Promise<T>,
): Promise<T> {
  const writer = tx.as('writer');
  // A duplicate at the same time waits here, and sees in the next statement what the first one has done.
  writer.send("select pg_advisory_xact_lock(hashtextextended('key ' || $1, app.tenant_id()))", [key]);
  const former = await writer.maybeOne<{ input_hash: Buffer; answer: string | null }>(
    'select input_hash, answer from command_log where lb_user_id = $1 and idempotency_key = $2',
    [context.userId, key],
  );
  if (former) {
    if (!former.input_hash.equals(inputHash)) throw new Refused(refuse('idempotency_key_reused'));
    return (former.answer === null ? undefined : JSON.parse(former.answer, withBytes)) as T;
  }
  const answer = await run();
  const { has_written: hasWritten } = await writer.one<{ has_written: boolean }>(
    'select pg_current_xact_id_if_assigned() is not null as has_written',
  );
  if (hasWritten)
    writer.send(
      `insert into command_log (tenant_id, lb_user_id, idempotency_key, command, input_hash, answer)
       values ($1, $2, $3, 'request', $4, $5)`,
      [context.tenantId, context.userId, key, inputHash, JSON.stringify(answer)],
    );
  return answer;
}

/** Bytes, as JSON writes them, are bytes again. */
function withBytes(_name: string, value: unknown): unknown {
  const bytes = keptBytes.safeParse(value);
  return bytes.success ? Buffer.from(bytes.data.data) : value;
}

const keptBytes = z.strictObject({ type: z.literal('Buffer'), data: z.array(z.number()) });

/** The key that a client sent beside its input, such as in the header `idempotency-key`; refused unless it is a UUID. */
export function sentKey(given: unknown): string | undefined {
  const key = z.uuid().optional().safeParse(given);
  if (!key.success)
    throw new Refused(refuse('invalid_type', { field: 'idempotency_key', values: { type: 'uuid' } }));
  return key.data;
}

/**
 * What `once` has answered to this already, for a command with work ahead of its transaction; undefined where it is the
 * first attempt.
 */
export async function answered<Input extends Repeatable>(
  tx: Tx,
  context: Context,
  command: string,
  input: Input,
): Promise<{ id: number } | undefined> {
  return await formerAnswer(tx.as('writer'), context, input, hashOf(command, input));
}

async function formerAnswer<Input extends Repeatable>(
  tx: Tx,
  context: Context,
  input: Input,
  inputHash: Buffer,
): Promise<{ id: number } | undefined> {
  const former = await tx.maybeOne<{ input_hash: Buffer; document_id: number }>(
    'select input_hash, document_id from command_log where lb_user_id = $1 and idempotency_key = $2',
    [context.userId, input.idempotency_key],
  );
  if (!former) return undefined;
  if (!former.input_hash.equals(inputHash)) throw new Refused(refuse('idempotency_key_reused'));
  return { id: former.document_id };
}

function hashOf(command: string, input: unknown): Buffer {
  return createHash('sha256').update(command).update(canonicalJson(input)).digest();
}

/** The same text for the same value, whatever the order in which its keys were written. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

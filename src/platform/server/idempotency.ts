import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Refused, refuse } from '../../base/refusal.ts';
import { type Context, isAuditor, type KeyedRequest } from '../context.ts';
import type { Database, Tx } from './database.ts';
import { logStatement } from './transaction-log.ts';

/** The key that every command has besides its own input. */
export interface Repeatable {
  readonly idempotency_key: string;
}

/**
 * Runs a command at most once per key, person and tenant (API-39). The key is written first, so that a parallel
 * duplicate waits; a rollback removes it, so that only successes are remembered. A repeat returns the document's id
 * without doing anything; the same key with other input is refused. Also writes the call to the transaction log
 * (AUD-09).
 *
 * @param known the document, if it is known before the command runs
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

/** A command whose first queries share the round trip that writes its key. */
export interface BegunCommand<Input extends Repeatable, Begun> {
  readonly command: string;
  readonly input: Input;
  /** As in `once`. */
  readonly known: number | null;
  /** Sends the first queries. Locks must be skipped for a repeat with `isRepeat`; writes nothing. */
  readonly begin: () => Promise<Begun>;
  readonly run: (begun: Begun) => Promise<{ id: number }>;
}

/** As `once`; a repeat ignores the result of `begin`. */
export async function onceBegun<Input extends Repeatable, Begun>(
  tx: Tx,
  context: Context,
  { command, input, known, begin, run }: BegunCommand<Input, Begun>,
): Promise<{ id: number }> {
  const inputHash = hashOf(command, input);
  const writer = tx.as('writer');
  const isFirst = claimed(writer, context, { key: input.idempotency_key, command, inputHash, known });
  const begun = begin();
  // The failure is thrown where `begun` is awaited; a repeat ignores it.
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

/**
 * Lets the COMMIT of a repeat wait for the synchronous standby, which may not have confirmed the first attempt yet
 * (TECH-15); a transaction that writes nothing would not wait.
 */
const confirmed = "select pg_logical_emit_message(true, 'kontor', 'repeat')";

interface Claim {
  readonly key: string;
  readonly command: string;
  readonly inputHash: Buffer;
  readonly known: number | null;
}

/** SQL condition: the current command of this transaction is a repeat, which takes no locks. */
export const isRepeat = "coalesce(current_setting('app.is_repeat', true), '') = 'on'";

/** Whether the key was free; a parallel duplicate waits until the first attempt has ended. */
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
 * Runs a request of several writes at most once per key, person and tenant (SHEET-21), as `once` does for one
 * command. A repeat returns the first answer; the same key with another request is refused.
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
  writer.send(confirmed);
  const former = await writer.one<{ input_hash: Buffer; answer: string }>(
    'select input_hash, answer from command_log where lb_user_id = $1 and idempotency_key = $2',
    [context.userId, key],
  );
  if (!former.input_hash.equals(inputHash)) throw new Refused(refuse('idempotency_key_reused'));
  return former.answer;
}

/**
 * The database for routes: each transaction of a request with a key stores its answer together with its effect
 * (SHEET-21). When the request is repeated, the transaction returns the stored answer and writes nothing, also after a
 * node died between two of them. Refuses the same key with another request (`idempotency_key_reused`). Relies on a route
 * running its transactions in the same order each time.
 */
export function onceByKey(database: Database): Database {
  return {
    ...database,
    inTenant: async (context, run, options = {}) => {
      const { keyed } = context;
      // Snapshots and single statements only read, and so do an auditor's transactions outside the auditor's own data.
      const onlyReads = options.isOneStatement || options.isSnapshot || options.readsOnly;
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

/** A transaction that wrote nothing is not stored and runs again; its answer may be too large to store. */
async function keptOnce<T>(
  tx: Tx,
  context: Context,
  { key, inputHash }: Pick<Claim, 'key' | 'inputHash'>,
  run: () => Promise<T>,
): Promise<T> {
  const writer = tx.as('writer');
  // A concurrent duplicate waits here; its next statement sees the first one's row.
  writer.send("select pg_advisory_xact_lock(hashtextextended('key ' || $1, app.tenant_id()))", [key]);
  const former = await writer.maybeOne<{ input_hash: Buffer; answer: string | null }>(
    'select input_hash, answer from command_log where lb_user_id = $1 and idempotency_key = $2',
    [context.userId, key],
  );
  if (former) {
    if (!former.input_hash.equals(inputHash)) throw new Refused(refuse('idempotency_key_reused'));
    writer.send(confirmed);
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

/** Restores bytes from their JSON form. */
function withBytes(_name: string, value: unknown): unknown {
  const bytes = keptBytes.safeParse(value);
  return bytes.success ? Buffer.from(bytes.data.data) : value;
}

const keptBytes = z.strictObject({ type: z.literal('Buffer'), data: z.array(z.number()) });

/** A key sent besides the input, such as in the header `idempotency-key`; refused unless it is a UUID. */
export function sentKey(given: unknown): string | undefined {
  const key = z.uuid().optional().safeParse(given);
  if (!key.success)
    throw new Refused(refuse('invalid_type', { field: 'idempotency_key', values: { type: 'uuid' } }));
  return key.data;
}

/** The earlier answer of `once`, for a command with work before its transaction; undefined on the first attempt. */
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
  // A keyed request confirms its own answers, and stores those of transactions that write.
  if (!context.keyed) tx.send(confirmed);
  return { id: former.document_id };
}

function hashOf(command: string, input: unknown): Buffer {
  return createHash('sha256').update(command).update(canonicalJson(input)).digest();
}

/** JSON that is independent of the order of keys. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

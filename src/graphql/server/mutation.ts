import { orRefuse, Refused, refuse } from '../../base/refusal.ts';
import type { Context } from '../../platform/context.ts';
import { requireCall, requireMeans } from '../../platform/means.ts';
import type { TransactionOptions } from '../../platform/server/database/entrance.ts';
import { firstFailure } from '../../platform/server/database/first-failure.ts';
import { statementName } from '../../platform/server/database/statement-names.ts';
import type { Tx } from '../../platform/server/database.ts';
import { answeredOnce } from '../../platform/server/idempotency.ts';
import { logStatement, withoutSecrets } from '../../platform/server/transaction-log.ts';
import { Compiler, keyOf } from '../compile.ts';
import { requireConditions } from '../empty-condition.ts';
import { type FieldMeaning, meaningOf } from '../meaning.ts';
import { secretMask, secretsOf, type Table } from '../model.ts';
import type { Selected, Selection } from '../selection.ts';
import type { RowKey } from '../source.ts';
import { jsonObject, type Pair } from '../sql.ts';
import type { Where } from '../where.ts';
import { parseInput } from '../zod-input.ts';
import { type ChangeNotes, finished, notesSql, rootStatement, withNotes } from './answer.ts';
import { takeBulkTurn } from './bulk-turn.ts';
import { type Chosen, deleteRows, type UpdateValues, updateRows } from './change.ts';
import type { Prepared } from './documents.ts';
import { type CheckedRequest, type Engine, type Progress, rootType } from './engine.ts';
import { insertRows } from './insert.ts';
import { keyOfRow, type OnConflict } from './insert-request.ts';
import { type Values, WriteSession } from './write-session.ts';

/** Compiles the answer of a field after everything has been written. */
type Answer = (compiler: Compiler) => string;

/**
 * Runs all fields of a mutation in order, in one transaction; then checks deferred constraints, and selects all
 * answers as reader in one statement. With a key it runs once, and a repeat returns the same answer (SHEET-21).
 */
export async function executeMutation(
  engine: Engine,
  context: Context,
  selection: Selection,
  prepared: Prepared,
  { request, progress }: { readonly request: CheckedRequest; readonly progress: Progress },
  options: TransactionOptions,
): Promise<string> {
  requireMeans(context, 'work');
  const roots = selection.fields(rootType(engine.schema.getMutationType()), [prepared.operation]);
  const fields = roots.map((root) => {
    progress.path = `$.selectionSet.${root.key}`;
    if (root.field) requireCall(context, root.field.name);
    return new MutationField(engine, selection, root);
  });
  const { key, query, variables, operationName, isOfTable } = request;
  const write = (tx: Tx, isLast: boolean) =>
    writeAndAnswer(new WriteSession(tx, context, engine), { selection, fields, progress, isOfTable, isLast });
  return engine.database.inTenant(
    context,
    (tx) =>
      key === undefined
        ? write(tx, true)
        : answeredOnce(tx, context, key, { query, variables, operationName }, () => write(tx, false)),
    options,
  );
}

interface Writing {
  readonly selection: Selection;
  readonly fields: readonly MutationField[];
  readonly progress: Progress;
  readonly isOfTable: boolean;
  /** No statement follows the answer, so that COMMIT shares its round trip. */
  readonly isLast: boolean;
}

async function writeAndAnswer(
  session: WriteSession,
  { selection, fields, progress, isOfTable, isLast }: Writing,
): Promise<string> {
  const { tx, context, engine } = session;
  const answers: (readonly [Selected, Answer])[] = [];
  for (const [place, field] of fields.entries()) {
    progress.path = `$.selectionSet.${field.root.key}`;
    if (place > 0) session.refreshVisibility();
    answers.push([field.root, await field.run(session)]);
  }
  progress.path = '$.selectionSet';
  const confirmed = fields.flatMap(({ confirmations }) => confirmations);
  await session.requireConfirmed(confirmed, isOfTable);
  const compiler = new Compiler(engine.model, selection);
  const pairs = answers.map(([root, answer]): Pair => [keyOf(root), answer(compiler)]);
  const checked = session.check();
  if (session.isCheckedInSteps) await checked;
  const areRows = fields.every((field) => field.answersRow);
  const select = () => selectAnswers(session, compiler, pairs, areRows);
  const [, answer] = await firstFailure(
    checked,
    isLast && compiler.computed.length === 0 ? tx.last(select) : select(),
  );
  return withNotes(await finished(compiler, selection, answer?.body, context, tx), answer);
}

interface Answered extends ChangeNotes {
  readonly body: string;
}

/** Single rows are looked up by key with a prepared statement, like every lookup. */
async function selectAnswers(
  session: WriteSession,
  compiler: Compiler,
  answers: readonly Pair[],
  areRows: boolean,
): Promise<Answered | undefined> {
  const sql = rootStatement(answers, undefined, notesSql);
  const name = areRows ? statementName(sql) : undefined;
  const [answer] = await session.read<Answered>(sql, compiler.statement.values, name);
  return answer;
}

const rowKinds: ReadonlySet<FieldMeaning['kind'] | undefined> = new Set([
  'command',
  'insert_one',
  'update_by_pk',
]);

/** Limit of updates in one field; each is looked up, written and answered separately. */
const maxUpdates = 100;

/** A confirmation is a hash; maximum length in characters. */
const longestConfirmation = 200;

/** Refuses confirmations that no refusal can have issued. */
function requireShort(confirmations: unknown): void {
  if (
    !Array.isArray(confirmations) ||
    confirmations.every((one) => String(one).length <= longestConfirmation)
  )
    return;
  const field = 'confirmations';
  throw new Refused(refuse('value_too_long', { field, values: { field, maximum: longestConfirmation } }));
}

class MutationField {
  readonly root: Selected;
  readonly #engine: Engine;
  readonly #selection: Selection;
  readonly #meaning: FieldMeaning | undefined;
  readonly #args: Readonly<Record<string, unknown>>;

  /** Coerces the input, so that invalid input is refused before a transaction begins. */
  constructor(engine: Engine, selection: Selection, root: Selected) {
    this.root = root;
    this.#engine = engine;
    this.#selection = selection;
    this.#meaning = root.field && meaningOf(root.field);
    const args = selection.arguments(root);
    requireShort(args.confirmations);
    const command = this.#meaning?.kind === 'command' ? engine.commands.get(this.#meaning.name) : undefined;
    if (!command) requireConditions(root, args);
    this.#args = command ? orRefuse(parseInput(command.input, args)) : args;
  }

  /** The person's confirmations (API-41); commands handle their own. */
  get confirmations(): readonly string[] {
    return this.#meaning?.kind === 'command' ? [] : ((this.#args.confirmations ?? []) as readonly string[]);
  }

  get answersRow(): boolean {
    return rowKinds.has(this.#meaning?.kind);
  }

  async run(session: WriteSession): Promise<Answer> {
    await this.#requireGuard(session);
    const answer = await this.#write(session);
    if (this.#meaning && this.#meaning.kind !== 'command') await this.#log(session);
    return answer;
  }

  /** Commands check their own conditions. */
  async #requireGuard(session: WriteSession): Promise<void> {
    const found = this.#meaning;
    if (!found || !('table' in found) || found.kind === 'command') return;
    const guard = this.#engine.guard([found.table.name]);
    if (guard !== undefined) await session.read(`select ${guard}`, []);
  }

  /** Commands log themselves; operators write outside the tenant that owns the log. */
  async #log(session: WriteSession): Promise<void> {
    if (this.#engine.role.kind === 'operator') return;
    const secrets = secretsOf(this.#engine.model);
    const mutation = this.root.field?.name ?? '';
    const { text, values } = logStatement(session.context, {
      key: session.context.requestId,
      mutation,
      // The value of a setting may be a password.
      variables: withoutSecrets(
        this.#args,
        (name) => secrets.has(name) || (name === 'value' && mutation.includes('configuration')),
        secretMask,
      ),
      response: null,
    });
    await session.write(text, values, statementName(text));
  }

  async #write(session: WriteSession): Promise<Answer> {
    const found = this.#meaning;
    switch (found?.kind) {
      case 'command':
        return this.#command(session, found.name, found.table);
      case 'insert':
      case 'insert_one':
        return this.#insert(session, found.table, found.kind);
      case 'update':
        return this.#update(session, { table: found.table, by: { where: this.#args.where as Where } });
      case 'update_many':
        return this.#updateMany(session, found.table);
      case 'update_by_pk':
        return this.#update(session, { table: found.table, by: { key: this.#args.pk_columns as RowKey } });
      case 'delete':
        return this.#delete(session, { table: found.table, by: { where: this.#args.where as Where } });
      case 'delete_by_pk':
        return this.#delete(session, { table: found.table, by: { key: keyOfRow(found.table, this.#args) } });
      default:
        return () => `'mutation_root'::text`;
    }
  }

  async #command(session: WriteSession, name: string, table: Table): Promise<Answer> {
    const command = this.#engine.commands.get(name);
    requireMeans(session.context, command?.act ?? 'work');
    const key = await command?.run(session.reader, session.context, this.#args);
    return (compiler) => this.#row(compiler, table, key);
  }

  async #insert(session: WriteSession, table: Table, kind: 'insert' | 'insert_one'): Promise<Answer> {
    const { object, objects, on_conflict: onConflict } = this.#args;
    if (
      kind === 'insert' &&
      (objects as readonly Values[]).length > 1 &&
      this.#engine.role.kind !== 'operator'
    )
      await takeBulkTurn(session.tx, table.name);
    const result = await insertRows(session, {
      table,
      objects: (kind === 'insert_one' ? [object] : objects) as readonly Values[],
      onConflict: (onConflict ?? undefined) as OnConflict | undefined,
      given: [],
      needs: [],
      field: kind === 'insert_one' ? 'object' : 'objects',
    });
    if (kind === 'insert_one') return (compiler) => this.#row(compiler, table, result.keys[0]);
    return (compiler) => this.#response(compiler, table, result.affected, result.keys);
  }

  async #update(session: WriteSession, chosen: Chosen): Promise<Answer> {
    const { table, by } = chosen;
    const keys = await updateRows(session, chosen, this.#args as UpdateValues);
    if ('key' in by) return (compiler) => this.#row(compiler, table, keys[0]);
    return (compiler) => this.#response(compiler, table, keys.length, keys);
  }

  /** Sequential updates, each of the rows as the previous ones left them. */
  async #updateMany(session: WriteSession, table: Table): Promise<Answer> {
    const updates = this.#args.updates as readonly (UpdateValues & { readonly where: Where })[];
    if (updates.length > maxUpdates)
      throw new Refused(refuse('limit_exceeded', { values: { what: 'updates', limit: maxUpdates } }));
    const met: (readonly RowKey[])[] = [];
    for (const { where, ...values } of updates) {
      met.push(await updateRows(session, { table, by: { where } }, values));
    }
    return (compiler) => {
      const responses = met.map((keys) => this.#response(compiler, table, keys.length, keys));
      return `array_to_json(array[${responses.join(', ')}]::json[])`;
    };
  }

  /** Deleted rows are returned as they were, so they are selected first. */
  async #delete(session: WriteSession, chosen: Chosen): Promise<Answer> {
    const { table, by } = chosen;
    let answer: unknown;
    const affected = await deleteRows(session, chosen, async (keys) => {
      const compiler = new Compiler(this.#engine.model, this.#selection);
      const { key } = this.root;
      const sql =
        'key' in by
          ? this.#row(compiler, table, keys[0])
          : this.#response(compiler, table, keys.length, keys);
      const selected = await selectAnswers(session, compiler, [[key, sql]], 'key' in by);
      const text = await finished(compiler, this.#selection, selected?.body, session.context, session.tx);
      answer = (JSON.parse(text) as { data: Record<string, unknown> }).data[key];
    });
    if (affected === 0 && 'where' in by) return (compiler) => this.#response(compiler, table, 0, []);
    return (compiler) => compiler.statement.parameter(JSON.stringify(answer), 'json');
  }

  #row(compiler: Compiler, table: Table, key: RowKey | undefined): string {
    return key ? compiler.byKey(table, this.root, key, [this.root.key]) : 'null';
  }

  #response(compiler: Compiler, table: Table, affected: number, keys: readonly RowKey[]): string {
    const { type, fields } = this.#selection.children(this.root);
    const pairs = fields.map((child): Pair => {
      const key = keyOf(child);
      if (!child.field) return [key, `'${type.name}'::text`];
      if (child.field.name === 'affected_rows') return [key, String(affected)];
      return [key, compiler.keyed(table, child, keys, [this.root.key, key])];
    });
    return jsonObject(pairs);
  }
}

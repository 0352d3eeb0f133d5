import { unlessConfirmed } from '../../base/confirmation.ts';
import { type FieldProblem, type RefusalValue, Refused, refuse } from '../../base/refusal.ts';
import { type Context, hasRole } from '../../platform/context.ts';
import { requireCall } from '../../platform/means.ts';
import { type DatabaseRole, readerOf } from '../../platform/server/database/entrance.ts';
import type { Tx } from '../../platform/server/database.ts';
import { tableAccess, type WriteAccess } from '../access.ts';
import { type Column, isAmong, secretMask, type Table, tableOf } from '../model.ts';
import type { RowKey } from '../source.ts';
import { identifier } from '../sql.ts';
import { lackingSql, placeKey, wholeRowsSql } from '../write-sql.ts';
import type { ChangeQuestion, Engine } from './engine.ts';
import type { WrittenRow } from './validation.ts';

/** Objects of one request, including nested ones (API-43). */
const maxObjects = 5000;

/** In characters; certificates and tokens are shorter. */
const longestSecret = 10_000;

/** The values of a row as sent by a client. */
export type Values = Readonly<Record<string, unknown>>;

/** A required confirmation. */
interface Asked {
  readonly values: Readonly<Record<string, RefusalValue>>;
  readonly subject: string;
}

/** One mutation request in its transaction: its role, its limit of rows, and the rows written. */
export class WriteSession {
  readonly tx: Tx;
  readonly context: Context;
  readonly engine: Engine;
  readonly #written = new Map<string, Map<string, RowKey>>();
  readonly #added = new Map<string, readonly RowKey[]>();
  readonly #questions = new Set<ChangeQuestion>();
  #objects = 0;

  constructor(tx: Tx, context: Context, engine: Engine) {
    this.tx = tx;
    this.context = context;
    this.engine = engine;
  }

  get #readerRole(): DatabaseRole {
    if (this.engine.role.kind === 'operator') return 'operator';
    return readerOf(this.engine.role);
  }

  /** Runs a statement with the person's visibility. */
  async read<Row extends object>(text: string, values: unknown[], name?: string): Promise<Row[]> {
    return this.#query(this.#readerRole, text, values, name);
  }

  /** Runs a statement restricted by the tenant only: a change may make rows invisible to the person (TECH-03). */
  async write<Row extends object>(text: string, values: unknown[], name?: string): Promise<Row[]> {
    return this.#query(this.engine.role.kind === 'operator' ? 'operator' : 'writer', text, values, name);
  }

  async #query<Row extends object>(
    role: DatabaseRole,
    text: string,
    values: unknown[],
    name: string | undefined,
  ): Promise<Row[]> {
    return this.tx.as(role).query<Row>(text, values, name);
  }

  /** The transaction as passed to commands. */
  get reader(): Tx {
    return this.tx.as(this.#readerRole);
  }

  /**
   * The access for one kind of write, or the refusal `permission_denied`. For the token of a service account, nested
   * rows and updates of an upsert need a call of their own, `call_not_granted` (AUTH-34).
   */
  access(table: Table, kind: 'insert' | 'update' | 'delete'): WriteAccess {
    const write = `${kind}_${table.name}`;
    requireCall(this.context, write, `${write}_one`, `${write}_by_pk`, `${write}_many`);
    const access = tableAccess(this.engine.access, this.engine.role.kind, table.name)[kind];
    if (!access || (access.role !== undefined && !hasRole(this.context, access.role))) {
      throw new Refused(refuse('permission_denied'));
    }
    const question = this.engine.questions.get(table.name);
    if (question) this.#questions.add(question);
    return access;
  }

  /**
   * The stored value for a value from a client, by column. Empty for an amount or account that the person cannot see
   * (ROLE-07), and for the mask of an unchanged secret (TECH-07).
   */
  stored(column: Column, value: unknown): Values {
    const { audience } = column;
    if (audience !== 'admin' && !isAmong(audience, this.engine.role)) return {};
    if (column.sqlType !== 'bytea') return { [column.name]: value };
    if (value === secretMask) return {};
    const isEmpty = value === null || value === '';
    if (String(value).length > longestSecret) {
      const values = { field: column.name, maximum: longestSecret };
      throw new Refused(refuse('value_too_long', { field: column.name, values }));
    }
    return { [column.name]: isEmpty ? null : `\\x${this.engine.seal(String(value)).toString('hex')}` };
  }

  /** The values in the stored form of the table's declaration; `path` is their place in the request. */
  normal(table: Table, values: Record<string, unknown>, path: string): Record<string, unknown> {
    const normal = this.engine.normals.get(table.name)?.(values) ?? values;
    if (!isProblems(normal)) return { ...normal };
    const problems = normal.map((problem) => ({ ...problem, field: `${path}${problem.field}` }));
    throw new Refused(refuse('validation_failed', { problems }));
  }

  count(objects: number): void {
    this.#objects += objects;
    if (this.#objects > maxObjects) {
      throw new Refused(refuse('limit_exceeded', { values: { limit: maxObjects } }));
    }
  }

  wrote(table: Table, keys: readonly RowKey[]): void {
    if (!this.engine.validations.has(table.name)) return;
    const known = this.#written.get(table.name) ?? new Map<string, RowKey>();
    this.#written.set(table.name, known);
    for (const key of keys) known.set(table.primaryKey.map((column) => String(key[column])).join(), key);
  }

  /** Records new rows. */
  added(table: Table, keys: readonly RowKey[]): void {
    if (!this.engine.needs.has(table.name)) return;
    this.#added.set(table.name, [...(this.#added.get(table.name) ?? []), ...keys]);
  }

  /** Whether the check needs several statements, so that nothing may be sent after it. */
  get isCheckedInSteps(): boolean {
    return this.#written.size > 0 || this.#added.size > 0;
  }

  /**
   * A person's visibility is updated at the end of the transaction; between the fields of a mutation it is updated
   * here.
   */
  refreshVisibility(): void {
    const { settling } = this.engine;
    if (settling === null) return;
    this.tx.send(`set constraints ${identifier(settling)} immediate`);
    this.tx.send(`set constraints ${identifier(settling)} deferred`);
  }

  /** Checks deferred constraints, and validates all written rows (API-43). */
  async check(): Promise<void> {
    for (const [name, keys] of this.#added) await this.#requireRows(tableOf(this.engine.model, name), keys);
    await this.tx.query('set constraints all immediate');
    for (const [name, keys] of this.#written) {
      const validation = this.engine.validations.get(name);
      const rows = await this.#wholeRows(tableOf(this.engine.model, name), [...keys.values()]);
      const refusal = validation?.(rows, this.context);
      if (refusal) throw new Refused(refusal);
    }
  }

  /** Requires confirmation of the changes, unless already given here or in the table view (API-41). */
  async requireConfirmed(confirmations: readonly string[], isOfTable: boolean): Promise<void> {
    for (const { code, sql, isAskedInTable } of this.#questions) {
      if (isOfTable && isAskedInTable) continue;
      const [asked] = await this.read<Asked>(sql, []);
      const refusal = asked && unlessConfirmed(code, asked.values, asked.subject, confirmations);
      if (refusal) throw new Refused(refusal);
    }
  }

  /** Reports every new row with missing rows, before the database refuses the first of them. */
  async #requireRows(table: Table, keys: readonly RowKey[]): Promise<void> {
    const json = JSON.stringify(keys.map((key, place) => ({ ...key, [placeKey]: place })));
    for (const need of this.engine.needs.get(table.name) ?? []) {
      const lacking = await this.write<Record<typeof placeKey, number>>(lackingSql(table, need), [json]);
      if (lacking.length === 0) continue;
      const problems = lacking.map((row) => ({
        field: keys.length === 1 ? need.relation : `${row[placeKey]}.${need.relation}`,
        code: 'validation_failed' as const,
        values: { rule: 'rows_required', count: need.count },
      }));
      throw new Refused(refuse('validation_failed', { problems }));
    }
  }

  async #wholeRows(table: Table, keys: readonly RowKey[]): Promise<readonly WrittenRow[]> {
    const json = JSON.stringify(keys.map((key, place) => ({ ...key, [placeKey]: place })));
    const rows = await this.write<{ row: WrittenRow }>(wholeRowsSql(table), [json]);
    return rows.map(({ row }) => row);
  }
}

function isProblems(normal: WrittenRow | readonly FieldProblem[]): normal is readonly FieldProblem[] {
  return Array.isArray(normal);
}

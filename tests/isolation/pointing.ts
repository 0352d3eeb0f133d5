import type { GraphQLField } from 'graphql';
import { access } from '../../src/app/server/access.ts';
import { meaningOf } from '../../src/graphql/meaning.ts';
import { linkPairs, type Table } from '../../src/graphql/model.ts';
import type { Graphql } from '../../src/graphql/server/graphql.ts';
import { apiRole, type Context } from '../../src/platform/context.ts';
import { pointingColumn, quoted } from '../support/catalogue.ts';
import { samples } from '../support/tenant-samples.ts';
import type { Row } from '../support/tenants.ts';
import type { Answer, ApiFixture } from './api-fixture.ts';
import { type ApiRequest, inputOf, mutationFields, offeredBy, request } from './api-requests.ts';
import { Findings } from './findings.ts';

type Field = GraphQLField<unknown, unknown>;

/** A person who writes rows of the own tenant, and the API for it. */
export interface Writer {
  readonly graphql: Graphql;
  readonly context: Context;
}

/** A column that refers to a row of another table, by the foreign key alone. */
export interface Reference {
  readonly table: string;
  readonly column: string;
  readonly parent: string;
}

/** The target of the reference: hidden, in another tenant, or missing. */
export type Target = 'hidden' | 'foreign' | 'missing';

/** Writes every reference of a writer to invisible rows, and checks that the answer equals that for missing rows. */
export class Pointing {
  readonly #api: ApiFixture;
  readonly #rows = new Map<string, Row>();
  readonly #drafts = new Map<string, Row>();
  readonly #hidden: ReadonlyMap<string, Row>;

  private constructor(api: ApiFixture, hidden: Map<string, Row>) {
    this.#api = api;
    this.#hidden = hidden;
  }

  /**
   * Adds a target row per referenced table: for `restricted` ones a row hidden by a permission group, for others one
   * that depends on these.
   */
  static async open(
    api: ApiFixture,
    restricted: readonly string[],
    references: readonly Reference[],
  ): Promise<Pointing> {
    const hidden = new Map<string, Row>();
    const pointing = new Pointing(api, hidden);
    const { a, catalogue } = api.fixture;
    const tables = [...catalogue.values()].filter(({ isTenantOwned }) => isTenantOwned);
    // Later rows refer to the newest ones, which will be the hidden ones.
    for (const { name, viewOf } of tables) {
      pointing.#rows.set(name, a.row(name));
      if (viewOf === null)
        pointing.#drafts.set(name, { ...(await a.draft(name)), ...distinct(name, '70001') });
    }
    const group = await a.add('permission', { active: 'true' });
    for (const table of restricted) {
      const row = await a.add(table);
      await a.add(`permission_${table}`, { permission_id: group.id, [`${table}_id`]: row.id });
      hidden.set(table, row);
    }
    for (const name of new Set(references.map(({ parent }) => parent))) {
      const table = catalogue.get(name);
      if (!table || hidden.has(name)) continue;
      const values = table.references.flatMap((reference) => {
        const column = pointingColumn(reference)?.column;
        const row = hidden.get(reference.parent);
        // Columns without sample values stay empty here.
        const isEmpty = samples[`${name}.${column}`] === null;
        return column && row && reference.parent !== name && !isEmpty
          ? [[column, row.id ?? null] as const]
          : [];
      });
      hidden.set(name, await a.add(name, { ...distinct(name, '70002'), ...Object.fromEntries(values) }));
    }
    return pointing;
  }

  /** Whether the table has a row that the writer does not see. */
  async isHiding({ context }: Writer, parent: string): Promise<boolean> {
    const id = this.#hidden.get(parent)?.id;
    return id !== undefined && !(await this.#sees(context, parent, { id }));
  }

  /** Tries every way to write each reference with every kind of target; each must be refused like a missing one. */
  async tryAll(writer: Writer, references: readonly Reference[]): Promise<Findings> {
    const findings = new Findings();
    const before = await this.#api.digest();
    for (const reference of references) await this.#try(writer, reference, findings);
    const after = await this.#api.digest();
    // Attempts are logged in the person's own tenant (AUD-09).
    const ownLog = `transaction of ${this.#api.fixture.a.tag}`;
    const changed = Object.keys({ ...before, ...after }).filter(
      (name) => after[name] !== before[name] && name !== ownLog,
    );
    findings.expect(changed.length === 0, `something of that changes ${changed.join(', ')}`);
    return findings;
  }

  async #try(writer: Writer, reference: Reference, findings: Findings): Promise<void> {
    const isHiding = await this.isHiding(writer, reference.parent);
    const targets: readonly Target[] = isHiding ? ['hidden', 'foreign'] : ['foreign'];
    const inserts = this.#inserts(writer, reference);
    const isSeen = await this.#sees(writer.context, reference.table, this.#key(reference.table));
    const writes = isSeen ? [...inserts, ...this.#changes(writer, reference)] : inserts;
    findings.expect(writes.length > 0, `${reference.table}.${reference.column} is written in no way`);
    for (const write of writes) {
      const missing = await this.#answer(writer, write(this.id(reference, 'missing')));
      const words = `${write(null).name} with ${reference.column}`;
      findings.expect(isRefused(missing, reference), `${words} of nothing is not refused: ${missing}`);
      for (const target of targets) {
        const answer = await this.#answer(writer, write(this.id(reference, target)));
        const hole = `${words} of a ${target} row is told from a missing one: ${answer}`;
        findings.expect(answer === missing, hole);
      }
    }
  }

  /**
   * Sets a reference of a writer's row to a hidden row and sends it again in every way. Undefined where the writer
   * then no longer sees the row, or where the reference cannot be set.
   */
  async sendAgain(writer: Writer, reference: Reference): Promise<Findings | undefined> {
    const { table, column } = reference;
    const row = this.#row(table);
    // A link to another row is another link, and a merge moves all dependents.
    const isMore = column in this.#key(table) || column === 'merged_into_id';
    if (isMore || !(await this.isHiding(writer, reference.parent))) return undefined;
    const key = Object.entries(this.#key(table));
    const where = key.map(([name], place) => `${quoted(name)} = $${place + 2}`).join(' and ');
    const set = (value: unknown) =>
      this.#api.owner.query(`update ${quoted(table)} set ${quoted(column)} = $1 where ${where}`, [
        value,
        ...key.map(([, part]) => part),
      ]);
    const hidden = this.id(reference, 'hidden');
    const isPossible = await set(hidden).then(
      () => true,
      () => false,
    );
    if (!isPossible) return undefined;
    const findings = new Findings();
    if (await this.#sees(writer.context, table, Object.fromEntries(key))) {
      for (const write of this.#changes(writer, reference)) {
        const { name } = write(hidden);
        const answer = await this.#answer(writer, write(hidden));
        findings.expect(!('errors' in JSON.parse(answer)), `${name} with ${column} as it was: ${answer}`);
      }
    }
    await set(row[column] ?? null);
    return findings.checks > 0 ? findings : undefined;
  }

  /** The writer's ways to insert a row with the column, as functions of the id. */
  #inserts(writer: Writer, { table, column }: Reference): ((id: unknown) => ApiRequest)[] {
    const fields = this.#fields(writer);
    const own = fields.filter((field) => tableNameOf(field) === table);
    const object = (id: unknown, field: Field) => ({ ...this.#valid(field, table), [column]: id });
    const one = own.filter(isOf('insert_one')).map((field) => (id: unknown) => {
      return request('mutation', field, { object: object(id, field) });
    });
    const many = own.filter(isOf('insert')).map((field) => (id: unknown) => {
      return request('mutation', field, { objects: [object(id, field)] });
    });
    // Any row around it suffices; where the row is nested, its parents are written first.
    const around = fields.filter(
      (field) => isOf('insert_one')(field) && this.#drafts.has(tableNameOf(field)),
    );
    const nested = around.flatMap((field) =>
      (tableOfField(field)?.relations ?? [])
        .filter((relation) => {
          const links = linkPairs(relation).map(([, theirs]) => theirs);
          // Within a new person, own rows of others are refused whatever they refer to.
          const owner = access.admin[table]?.insert?.own ?? column;
          return relation.table === table && !links.includes(column) && !links.includes(owner);
        })
        .filter(({ name }) => offeredBy(field, 'object').includes(name))
        .map((relation) => (id: unknown) => {
          const links = linkPairs(relation);
          const inner = without(
            object(id, own.find(isOf('insert_one')) ?? field),
            links.map(([, theirs]) => theirs),
          );
          const outer = without(
            this.#valid(field, tableNameOf(field)),
            relation.holdsKey ? links.map(([mine]) => mine) : [],
          );
          const data = relation.kind === 'array' ? [inner] : inner;
          const variables = { object: { ...outer, [relation.name]: { data } } };
          return request('mutation', field, variables, '', `${field.name} with ${relation.name}`);
        }),
    );
    return [...one, ...many, ...nested.slice(0, 2)];
  }

  /** The writer's ways to update the column of an existing row. */
  #changes(writer: Writer, { table, column }: Reference): ((id: unknown) => ApiRequest)[] {
    const key = this.#key(table);
    const where = Object.fromEntries(Object.entries(key).map(([name, value]) => [name, { _eq: value }]));
    const fields = this.#fields(writer).filter((field) => tableNameOf(field) === table);
    const updates = fields
      .filter((field) => offeredBy(field, '_set').includes(column))
      .map((field) => (id: unknown) => {
        const chosen = meaningOf(field)?.kind === 'update_by_pk' ? { pk_columns: key } : { where };
        return request('mutation', field, { ...chosen, _set: { [column]: id } });
      });
    const many = fields
      .filter(isOf('update_many'))
      .map(
        (field) => (id: unknown) =>
          request('mutation', field, { updates: [{ where, _set: { [column]: id } }] }),
      );
    const upserts = fields.filter(isOf('insert_one')).flatMap((field) => {
      const constraint = tableOfField(field)?.uniques[0]?.name;
      if (!('id' in key) || !offeredBy(field, 'object').includes('id') || updates.length === 0) return [];
      return [
        (id: unknown) =>
          request(
            'mutation',
            field,
            { object: { ...key, [column]: id }, on_conflict: { constraint, update_columns: [column] } },
            '',
            `${field.name} on conflict`,
          ),
      ];
    });
    return [...updates, ...(updates.length > 0 ? many : []), ...upserts];
  }

  #fields({ graphql, context }: Writer): readonly Field[] {
    return mutationFields(graphql.schema(apiRole(context)));
  }

  /** A valid new row as input of this mutation. */
  #valid(field: Field, table: string): Record<string, unknown> {
    const described = tableOfField(field);
    const draft = this.#drafts.get(table);
    if (!described || !draft) throw new Error(`no draft of rows of ${table}`);
    const offered = [...offeredBy(field, 'object'), ...offeredBy(field, 'objects')];
    const row = Object.entries(inputOf(described, draft)).filter(([column]) => offered.includes(column));
    const object = Object.fromEntries(row);
    return 'roles' in object ? { ...object, roles: [] } : object;
  }

  #row(table: string): Row {
    return this.#rows.get(table) ?? {};
  }

  #key(table: string): Record<string, unknown> {
    const names =
      this.#api.fixture.catalogue.get(table)?.primaryKey.filter((name) => name !== 'tenant_id') ?? [];
    return Object.fromEntries(names.map((name) => [name, numeric(this.#row(table)[name])]));
  }

  /** The id of a row in the referenced table. */
  id({ parent }: Pick<Reference, 'parent'>, target: Target): unknown {
    const { a, b } = this.#api.fixture;
    if (target === 'hidden') return numeric(this.#hidden.get(parent)?.id);
    const theirs = numeric(b.row(parent).id);
    if (target === 'foreign') return theirs;
    return typeof theirs === 'string' ? crypto.randomUUID() : Number(a.firstId) + 900_000;
  }

  async #answer({ graphql, context }: Writer, { query, variables }: ApiRequest): Promise<string> {
    return (await graphql.execute(context, { query, variables })).body;
  }

  async #sees(context: Context, table: string, key: Record<string, unknown>): Promise<boolean> {
    const where = Object.keys(key).map((name, place) => `${quoted(name)} = $${place + 1}`);
    const sql = `select from ${quoted(table)} where ${where.join(' and ')}`;
    const rows = await this.#api.db.database.inTenant(context, (tx) => tx.query(sql, Object.values(key)));
    return rows.length > 0;
  }
}

/** The references that this writer can set, by the foreign keys of the database. */
export function writtenReferences(api: ApiFixture, { graphql, context }: Writer): readonly Reference[] {
  const fields = mutationFields(graphql.schema(apiRole(context)));
  return [...api.fixture.catalogue.values()].flatMap(({ name: table, references }) => {
    const offered = fields.flatMap((field) =>
      tableNameOf(field) === table ? [...offeredBy(field, 'object'), ...offeredBy(field, '_set')] : [],
    );
    return references.flatMap((reference) => {
      const column = pointingColumn(reference)?.column;
      return column && offered.includes(column) ? [{ table, column, parent: reference.parent }] : [];
    });
  });
}

function isRefused(body: string, { column }: Reference): boolean {
  const { code, field } = (JSON.parse(body) as Answer).errors?.[0]?.extensions ?? {};
  // Own rows belong to nobody else.
  return (code === 'foreign_key_violation' || code === 'permission_denied') && field === column;
}

/** Values of a new row that cannot be guessed: a unique number, an address. */
function distinct(table: string, digits: string): Row {
  if (table === 'lb_user') return { email: `p${digits}@example.test` };
  if (table === 'supplier')
    return { external_id: digits, supplier_number: null, vat_number: null, iban: null };
  return ['ledger_account', 'posting_key', 'profit_center'].includes(table) ? { number: digits } : {};
}

function without(row: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

function numeric(id: string | null | undefined): unknown {
  return id && /^\d+$/.test(id) ? Number(id) : id;
}

function isOf(kind: string): (field: Field) => boolean {
  return (field) => meaningOf(field)?.kind === kind;
}

function tableOfField(field: Field): Table | undefined {
  const found = meaningOf(field);
  return found && 'table' in found && found.kind !== 'command' ? found.table : undefined;
}

function tableNameOf(field: Field): string {
  return tableOfField(field)?.name ?? '';
}

import type { GraphQLField, GraphQLSchema } from 'graphql';
import { openGraphql } from '../../src/app/server/graphql.ts';
import { type Role, roleNumbers } from '../../src/features/session/roles.ts';
import { meaningOf } from '../../src/graphql/meaning.ts';
import type { Graphql } from '../../src/graphql/server/graphql.ts';
import { apiRole, type Context } from '../../src/platform/context.ts';
import { modules } from '../../src/platform/modules.ts';
import { type CatalogueTable, pointingColumn, readCatalogue } from '../support/catalogue.ts';
import { validChildren } from '../support/entity-cases.ts';
import type { Row, Values } from '../support/tenants.ts';
import { inputOf, keyOf, mutationFields, offeredBy, smallestChange } from './api-requests.ts';
import type { Office } from './people.ts';

const verbs = ['insert', 'update', 'delete'] as const;
type Verb = (typeof verbs)[number];

/** A person with exactly one role. */
interface Holder {
  readonly number: string;
  readonly context: Context;
  readonly mutations: ReadonlyMap<string, GraphQLField<unknown, unknown>>;
}

interface Answer {
  readonly extensions?: { readonly waiting: number };
  readonly data?: { readonly saved: { readonly affected_rows: number } };
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

/** Columns that name the owner of a row. */
const ownerColumns = ['lb_user_id', 'locked_by_id'];

/** Values of a row that must fit each other. */
const given: Readonly<Record<string, Values>> = {
  lb_user: { roles: '{}', is_group: 'false' },
  task_group: { roles: '{}', priority_approval_limit: '5' },
  client_address: { is_default: 'false' },
  // A file for a product has a document's purpose.
  file: { purpose: 'document', is_master_data: 'true' },
  // An active one needs a password.
  mailbox: { active: 'false' },
  marketplace: { active: 'false' },
  supplier: {
    external_id: null,
    supplier_number: null,
    vat_number: null,
    iban: null,
    delivery_in_days: '5',
    payment_days: '30',
    discount_1_days: '10',
    discount_2_days: '20',
  },
  supplier_client: { external_id: null, vendor_account: null },
};

/** Tables whose rows differ by a number. */
const numbered = ['ledger_account', 'posting_key', 'profit_center'];

/**
 * Rows recreated before each row of a table: because dates may not overlap, another row has to stay, or its person must
 * not be the one who writes.
 */
const companions: Readonly<Record<string, readonly string[]>> = {
  budget: ['cost_center'],
  client_address: ['client_address'],
  favourite_product: ['lb_user'],
  product_file: ['file'],
};

/**
 * Which roles write which table row by row, found by trying every write of every table with every role (API-03,
 * ROLE-19).
 */
export async function writeLines(office: Office): Promise<readonly (readonly string[])[]> {
  const writes = await Writes.open(office);
  const lines = await writes.lines();
  return [['table', ...verbs], ...lines.filter(([, ...cells]) => cells.some((cell) => cell !== '-'))];
}

class Writes {
  readonly #office: Office;
  readonly #graphql: Graphql;
  readonly #tables: readonly CatalogueTable[];
  readonly #holders: readonly Holder[];
  #people = 0;

  private constructor(
    office: Office,
    graphql: Graphql,
    tables: readonly CatalogueTable[],
    holders: readonly Holder[],
  ) {
    this.#office = office;
    this.#graphql = graphql;
    this.#tables = tables;
    this.#holders = holders;
  }

  static async open(office: Office): Promise<Writes> {
    await office.owner.query(
      `insert into configuration (tenant_id, key, model, value)
       select 1, 'module_' || module, 'boolean', 'true' from unnest($1::text[]) as module
       where not exists (select from configuration where tenant_id = 1 and key = 'module_' || module)`,
      [modules],
    );
    // Above the ids that were given.
    await office.owner.query("select setval(pg_get_serial_sequence('tenant', 'id'), 1000)");
    const graphql = await openGraphql(office.db.database, {
      error: (details: object) => {
        throw new Error('nobody expected that', { cause: details });
      },
    });
    const schemas = new Map<GraphQLSchema, Holder['mutations']>();
    const mutationsOf = (schema: GraphQLSchema): Holder['mutations'] => {
      const known =
        schemas.get(schema) ?? new Map(mutationFields(schema).map((field) => [field.name, field]));
      schemas.set(schema, known);
      return known;
    };
    const holders: Holder[] = [];
    for (const role of [null, ...(Object.keys(roleNumbers) as Role[])]) {
      // An auditor's writes have their own test (ARC-04).
      if (role === 'user-auditor') continue;
      // ROLE-08: the dashboard shows amounts.
      const needed: readonly Role[] = role === 'user-dashboard' ? ['user-price'] : [];
      const person = await office.person([...needed, ...(role === null ? [] : [role])]);
      const context = { ...office.context(person), asOperator: role === 'user-operator' };
      holders.push({
        number: role === null ? 'none' : String(roleNumbers[role]),
        context,
        mutations: mutationsOf(graphql.schema(apiRole(context))),
      });
    }
    const catalogue = await readCatalogue(office.owner);
    const writes = new Writes(office, graphql, [...catalogue.values()], holders);
    for (const table of catalogue.values()) await writes.#release(table);
    return writes;
  }

  /** Rows of other tables cannot refer to rows guarded by a group. */
  async #release({ name }: CatalogueTable): Promise<void> {
    if (name.startsWith('permission_')) await this.#office.owner.query(`delete from ${name}`);
  }

  async lines(): Promise<string[][]> {
    const lines: string[][] = [];
    for (const table of this.#tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const cells: string[] = [];
      for (const verb of verbs) cells.push(await this.#writers(table, verb));
      await this.#release(table);
      lines.push([table.name, ...cells]);
    }
    return lines;
  }

  /** `own` where everyone writes own rows, else the numbers of the roles that each suffice for any row. */
  async #writers(table: CatalogueTable, verb: Verb): Promise<string> {
    const any: string[] = [];
    const own: string[] = [];
    // A schema without the mutation refuses it for all its users.
    const refusing = new Set<Holder['mutations']>();
    for (const holder of this.#holders) {
      if (refusing.has(holder.mutations)) continue;
      if (!holder.mutations.has(mutationName(table.name, verb))) refusing.add(holder.mutations);
      if (await this.#may(holder, table, verb, {})) any.push(holder.number);
      const owned = this.#ownedBy(holder, table, verb);
      if (owned && (await this.#may(holder, table, verb, owned))) own.push(holder.number);
    }
    // The operator asks for records of the installation, not for own ones.
    const isOwn = own.length >= this.#holders.length - 1;
    if (own.length > 0 && !isOwn && own.join() !== any.join())
      throw new Error(`${verb} ${table.name}: own rows by ${own.join(' ')} alone`);
    return [...(isOwn ? ['own'] : []), ...any].join(' ') || '-';
  }

  #ownedBy({ context }: Holder, { name, columns }: CatalogueTable, verb: Verb): Values | null {
    const id = String(context.userId);
    if (name === 'lb_user') return verb === 'update' ? { id } : null;
    const column = columns.find((each) => ownerColumns.includes(each.name));
    return column ? { [column.name]: id } : null;
  }

  /** Whether the write succeeds. A refusal for any reason other than the right is an error of this test. */
  async #may(holder: Holder, table: CatalogueTable, verb: Verb, owner: Values): Promise<boolean> {
    const name = mutationName(table.name, verb);
    const field = holder.mutations.get(name);
    const variables = field ? await this.#variables(field, table, verb, owner) : {};
    const { body } = await this.#graphql.execute(holder.context, {
      query: queryOf(name, table.name, verb, field !== undefined),
      variables,
    });
    const { data, errors, extensions } = JSON.parse(body) as Answer;
    const code = errors?.[0]?.extensions.code;
    // A write that waits for a second administrator counts as permitted (AUTH-31).
    if (code === undefined) return extensions !== undefined || data?.saved.affected_rows !== 0;
    if (code === 'permission_denied' || (!field && code === 'specific_field_not_found')) return false;
    throw new Error(`${name} by ${holder.number}: ${body.slice(0, 500)}`);
  }

  async #variables(
    field: GraphQLField<unknown, unknown>,
    table: CatalogueTable,
    verb: Verb,
    owner: Values,
  ): Promise<Record<string, unknown>> {
    const found = meaningOf(field);
    if (!found || !('table' in found)) throw new Error(`${field.name} writes no table`);
    if (verb === 'insert') {
      const row = inputOf(found.table, await this.#draft(table, owner));
      const offered = offeredBy(field, 'objects').filter((name) => !isKept(name));
      const object = Object.fromEntries(Object.entries(row).filter(([name]) => offered.includes(name)));
      return { objects: [{ ...object, ...validChildren[table.name] }] };
    }
    const row = await this.#row(table, owner);
    // Later rows refer to the newest one, which must not be the deleted one.
    if (verb === 'delete') await this.#row(table, table.name === 'lb_user' ? { token_maker_id: null } : {});
    const key = Object.entries(keyOf(found.table, row));
    const where = Object.fromEntries(key.map(([column, value]) => [column, { _eq: value }]));
    return verb === 'delete' ? { where } : { where, set: smallestChange(field, inputOf(found.table, row)) };
  }

  async #draft(table: CatalogueTable, owner: Values): Promise<Row> {
    if (table.name === 'tenant') return { name: `Mandant ${this.#people++}` };
    const group = await this.#group(table);
    await this.#renewParents(table);
    return this.#office.factory.draft(table.name, { ...this.#given(table), ...group, ...owner });
  }

  /** Only groups have members. */
  async #group({ columns }: CatalogueTable): Promise<Values> {
    if (!columns.some(({ name }) => name === 'task_group_id')) return {};
    return { task_group_id: (await this.#office.group([])).id };
  }

  /** A row without references to it; for the own person there is only one. */
  async #row(table: CatalogueTable, owner: Values): Promise<Row> {
    if (table.name === 'tenant') return this.#tenant();
    if (table.name === 'lb_user' && owner.id) return { id: owner.id, name: 'Petra Prüfer' };
    await this.#renewParents(table);
    if (table.name === 'record_lock') await this.#lockable(owner);
    if (table.viewOf !== null) return this.#office.factory.addBehind(table, table.viewOf);
    const locked = table.name === 'record_lock' && {
      table_name: 'timeline',
      foreign_id: this.#office.factory.newest('timeline').id,
    };
    return this.#office.factory.add(table.name, { ...this.#given(table), ...locked, ...owner });
  }

  /** A lock is visible with its document. */
  async #lockable({ locked_by_id: creator_id }: Values): Promise<void> {
    const { id } = await this.#office.add('timeline');
    const number = String(3_000_000 + Number(id));
    const document = { timeline_id: id, status: 'open', number, ...(creator_id && { creator_id }) };
    await this.#office.add('procurement', document);
  }

  async #tenant(): Promise<Row> {
    const { rows } = await this.#office.owner.query<{ id: string; name: string }>(
      'insert into tenant (name) values ($1) returning id, name',
      [`Mandant ${this.#people++}`],
    );
    return { ...rows[0] };
  }

  #given({ name, columns }: CatalogueTable): Values {
    this.#people += 1;
    const email = name === 'lb_user' && { email: `w${this.#people}@example.test` };
    const number = numbered.includes(name) && { number: String(70_000 + this.#people) };
    // A person cannot be their own substitute, and files have their own tests.
    const empty = columns.filter((column) => column.type === 'uuid' && !column.notNull);
    return {
      ...Object.fromEntries(empty.map((column) => [column.name, null])),
      ...given[name],
      ...email,
      ...number,
    };
  }

  /** Rows whose keys consist of references need a new target each time. */
  async #renewParents(table: CatalogueTable): Promise<void> {
    const parents = [{ columns: table.primaryKey }, ...table.uniques].flatMap(({ columns }) => {
      const named = columns.filter((column) => column !== 'tenant_id');
      const targets = named.map(
        (name) =>
          table.references.find((reference) => pointingColumn(reference)?.column === name)?.parent ?? '',
      );
      return targets.includes('') ? [] : targets.slice(0, 1);
    });
    for (const parent of [...parents, ...(companions[table.name] ?? [])]) {
      this.#people += 1;
      const email = parent === 'lb_user' ? { email: `p${this.#people}@example.test` } : {};
      await this.#office.add(parent, { ...given[parent], ...email });
    }
  }
}

function mutationName(table: string, verb: Verb): string {
  return `${verb}_${table}`;
}

/** Columns filled by the server, and the key, which would turn the insert into an update. */
function isKept(name: string): boolean {
  return ['id', 'created_at', 'updated_at'].includes(name);
}

/** The mutation; sent even where the schema lacks it. */
function queryOf(name: string, table: string, verb: Verb, isOffered: boolean): string {
  if (!isOffered) {
    const args = verb === 'insert' ? 'objects: []' : `where: {}${verb === 'update' ? ', _set: {}' : ''}`;
    return `mutation { saved: ${name}(${args}) { __typename } }`;
  }
  if (verb === 'insert')
    return `mutation ($objects: [${table}_insert_input!]!) { saved: ${name}(objects: $objects) { affected_rows } }`;
  const set = verb === 'update' ? [`, $set: ${table}_set_input`, ', _set: $set'] : ['', ''];
  return `mutation ($where: ${table}_bool_exp!${set[0]}) { saved: ${name}(where: $where${set[1]}) { affected_rows } }`;
}

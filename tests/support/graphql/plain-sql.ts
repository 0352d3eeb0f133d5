import { type Arguments, type Field, type Order, shapes, type TableName, type Where } from './evaluate.ts';

/**
 * Hand-written queries with one subquery per relation: the reference for the compiler's property test in PostgreSQL.
 * Only the features of the random queries are covered.
 */
export class PlainSql {
  #aliases = 0;

  /** A JSON list of the rows. */
  list(table: TableName, args: Arguments, fields: readonly Field[], join = 'true'): string {
    const alias = this.#alias();
    const row = this.#object(table, alias, fields);
    const rows = this.#rows(table, alias, args, join, row);
    return `(select coalesce(json_agg(chosen.value), '[]') from (${rows}) chosen)`;
  }

  /** A JSON object of count, maximum and minimum. */
  summary(table: TableName, args: Arguments, column: string, join = 'true'): string {
    const alias = this.#alias();
    const rows = this.#rows(table, alias, args, join, `${alias}.${column}`);
    return `(select json_build_object('aggregate', json_build_object('count', count(*),
      'max', json_build_object('${column}', max(chosen.value)), 'min', json_build_object('${column}', min(chosen.value))))
      from (${rows}) chosen)`;
  }

  #alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }

  #rows(table: TableName, alias: string, args: Arguments, join: string, value: string): string {
    const { where = {}, order_by: orderBy, limit, offset = 0, distinct_on: distinct = [] } = args;
    const on = distinct.map((column) => `${alias}.${column}`).join(', ');
    const order = [...orderBy.flatMap((each) => this.#order(table, alias, each)), `${alias}.id`].join(', ');
    return `select ${on && `distinct on (${on})`} ${value} as value from ${table} ${alias}
      where ${join} and ${this.#condition(table, alias, where)}
      order by ${order} limit ${limit ?? 'all'} offset ${offset}`;
  }

  #object(table: TableName, alias: string, fields: readonly Field[]): string {
    const pairs = fields.map((field) => `'${field.key}', ${this.#field(table, alias, field)}`);
    return `json_build_object(${pairs.join(', ')})`;
  }

  #field(table: TableName, alias: string, field: Field): string {
    if (field.kind === 'column') return `${alias}.${field.column}`;
    const link = linkOf(table, field.name);
    if (field.kind === 'object') {
      const other = this.#alias();
      const row = this.#object(link.table, other, field.fields);
      return `(select ${row} from ${link.table} ${other} where ${other}.${link.theirs} = ${alias}.${link.mine})`;
    }
    const join = (other: string) => `${other}.${link.theirs} = ${alias}.${link.mine}`;
    const next = `t${this.#aliases + 1}`;
    return field.kind === 'array'
      ? this.list(link.table, field.args, field.fields, join(next))
      : this.summary(link.table, field.args, field.column, join(next));
  }

  #condition(table: TableName, alias: string, where: Where): string {
    const terms = Object.entries(where).map(([key, value]) => this.#term(table, alias, key, value));
    return terms.length > 0 ? `(${terms.join(' and ')})` : 'true';
  }

  #term(table: TableName, alias: string, key: string, value: unknown): string {
    const inner = (each: Where) => this.#condition(table, alias, each);
    if (key === '_and') return `(${['true', ...(value as Where[]).map(inner)].join(' and ')})`;
    if (key === '_or') return `(${['false', ...(value as Where[]).map(inner)].join(' or ')})`;
    if (key === '_not') return `(not ${inner(value as Where)})`;
    if (key in shapes[table].columns) return comparisons(`${alias}.${key}`, value as Where);
    if (!key.endsWith('_aggregate'))
      return `exists (${this.#linked(table, alias, key, '1', value as Where)})`;
    const { filter, predicate } = (value as { count: { filter: Where; predicate: Where } }).count;
    const count = this.#linked(table, alias, key.slice(0, -'_aggregate'.length), 'count(*)', filter);
    return comparisons(`(${count})`, predicate);
  }

  #linked(table: TableName, alias: string, name: string, selected: string, where: Where): string {
    const link = linkOf(table, name);
    const other = this.#alias();
    const condition = this.#condition(link.table, other, where);
    const chosen = selected.replace('$', `${other}.`);
    return `select ${chosen} from ${link.table} ${other} where ${other}.${link.theirs} = ${alias}.${link.mine} and ${condition}`;
  }

  #order(table: TableName, alias: string, order: Order): string[] {
    return Object.entries(order).flatMap(([key, value]) => {
      if (key in shapes[table].columns) return [`${alias}.${key} ${direction(value)}`];
      const byOther = !key.endsWith('_aggregate');
      const name = byOther ? key : key.slice(0, -'_aggregate'.length);
      return Object.entries(value as object).map(([what, way]) => {
        if (byOther) return `(${this.#linked(table, alias, name, `$${what}`, {})}) ${direction(way)}`;
        const [column, inner] =
          typeof way === 'string' ? ['', way] : (Object.entries(way as object)[0] ?? []);
        const aggregate = what === 'count' ? 'count(*)' : `${what}($${column})`;
        return `(${this.#linked(table, alias, name, aggregate, {})}) ${direction(inner)}`;
      });
    });
  }
}

function linkOf(table: TableName, name: string) {
  const link = shapes[table].objects[name] ?? shapes[table].arrays[name];
  if (!link) throw new Error(`${table} has no relation ${name}`);
  return link;
}

function direction(way: unknown): string {
  return String(way).replace('_nulls_', ' nulls ');
}

const operators: Readonly<Record<string, string>> = {
  _eq: '=',
  _neq: '<>',
  _gt: '>',
  _gte: '>=',
  _lt: '<',
  _lte: '<=',
  _like: 'like',
  _nlike: 'not like',
  _ilike: 'ilike',
};

function comparisons(left: string, all: Where): string {
  const terms = Object.entries(all).map(([operator, value]) => {
    if (operator === '_is_null') return `${left} is ${value === true ? '' : 'not '}null`;
    const list = Array.isArray(value) ? value.map(literal).join(', ') : '';
    if (operator === '_in') return list === '' ? 'false' : `${left} in (${list})`;
    if (operator === '_nin') return list === '' ? 'true' : `${left} not in (${list})`;
    return `${left} ${operators[operator]} ${literal(value)}`;
  });
  return `(${terms.join(' and ')})`;
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}

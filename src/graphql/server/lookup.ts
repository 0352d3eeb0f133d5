import { Kind, OperationTypeNode, visit } from 'graphql';
import type { Context } from '../../platform/context.ts';
import type { TransactionOptions } from '../../platform/server/database/entrance.ts';
import { statementName } from '../../platform/server/database/statement-names.ts';
import { Compiler, keyOf } from '../compile.ts';
import type { Variables } from '../literals.ts';
import { meaningOf } from '../meaning.ts';
import type { Table } from '../model.ts';
import { type Selected, Selection } from '../selection.ts';
import type { Pair } from '../sql.ts';
import { finished, rootStatement } from './answer.ts';
import type { Prepared } from './documents.ts';
import { type Engine, rootType } from './engine.ts';

/** A cached statement for looking up documents by key, the most frequent query of pages. */
interface Lookup {
  readonly sql: string;
  readonly name: string | undefined;
  readonly compiler: Compiler;
  readonly selection: Selection;
  readonly keys: readonly LookupKey[];
}

/** One root field and the position of its key values among the parameters. */
interface LookupKey {
  readonly root: Selected;
  readonly columns: readonly string[];
  readonly first: number;
}

const lookups = new WeakMap<Prepared, Lookup | 'other'>();

/** The compiled form of an operation that only looks up rows by key with no other variables. */
export function lookupOf(engine: Engine, prepared: Prepared): Lookup | undefined {
  const known = lookups.get(prepared) ?? compileLookup(engine, prepared) ?? 'other';
  lookups.set(prepared, known);
  return known === 'other' ? undefined : known;
}

function compileLookup(engine: Engine, prepared: Prepared): Lookup | undefined {
  const { document, operation } = prepared;
  if (operation.operation !== OperationTypeNode.QUERY) return undefined;
  const fields = rootType(engine.schema.getQueryType()).getFields();
  const nodes = operation.selectionSet.selections.filter((node) => node.kind === Kind.FIELD);
  if (!nodes.every(({ name }) => lookedUp(fields[name.value]))) return undefined;
  const direct = nodes.flatMap((node) =>
    (node.arguments ?? []).filter(({ value }) => value.kind === Kind.VARIABLE),
  );
  if (variableUses(prepared) !== direct.length) return undefined;
  const selection = new Selection(document, {});
  const roots = selection.fields(rootType(engine.schema.getQueryType()), [operation]);
  const tables = roots.map(({ field }) => lookedUp(field));
  if (!tables.every((table) => table !== undefined)) return undefined;
  const compiler = new Compiler(engine.model, selection);
  const keys: LookupKey[] = [];
  const pairs = roots.map((root, place): Pair => {
    const table = tables[place] as Table;
    const sql = compiler.byKey(table, root, {}, [root.key]);
    const columns = compiler.keyColumns(table).map((column) => column.name);
    keys.push({ root, columns, first: compiler.statement.values.length - columns.length });
    return [keyOf(root), sql];
  });
  const sql = rootStatement(pairs, engine.guard(tables.map((table) => (table as Table).name)));
  return { sql, name: statementName(sql), compiler, selection, keys };
}

function lookedUp(field: Selected['field']): Table | undefined {
  const found = field && meaningOf(field);
  return found?.kind === 'by_pk' ? found.table : undefined;
}

/** Number of uses of a variable in the document, without its definition. */
function variableUses({ document }: Prepared): number {
  let uses = 0;
  visit(document, {
    enter: ({ kind }) => {
      if (kind === Kind.VARIABLE_DEFINITION) return false;
      if (kind === Kind.VARIABLE) uses += 1;
      return undefined;
    },
  });
  return uses;
}

/** Looks up the keys named in this request. */
export async function runLookup(
  engine: Engine,
  context: Context,
  prepared: Prepared,
  lookup: Lookup,
  variables: Variables,
  options: TransactionOptions,
): Promise<string> {
  const { sql, name, compiler } = lookup;
  const selection = new Selection(prepared.document, variables);
  const values = [...compiler.statement.values];
  for (const { root, columns, first } of lookup.keys) {
    const args = selection.arguments(root);
    for (const [place, column] of columns.entries()) values[first + place] = args[column];
  }
  return engine.database.inTenant(
    context,
    async (tx) => {
      const rows = await tx.query<{ body: string }>(sql, values, name);
      return finished(compiler, lookup.selection, rows[0]?.body, context, tx);
    },
    {
      planMode: 'auto',
      isOneStatement: compiler.computed.length === 0,
      ...options,
    },
  );
}

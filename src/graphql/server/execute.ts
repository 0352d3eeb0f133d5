import { Kind, OperationTypeNode, type SelectionSetNode } from 'graphql';
import { orRefuse, Refused, refuse } from '../../base/refusal.ts';
import { type Context, isAuditor } from '../../platform/context.ts';
import type { TransactionOptions } from '../../platform/server/database/entrance.ts';
import type { Tx } from '../../platform/server/database.ts';
import { counted } from '../../platform/server/fairness/work.ts';
import { partSpan } from '../../platform/server/telemetry/tracing.ts';
import { Compiler, keyOf, shaped } from '../compile.ts';
import { type FieldMeaning, meaningOf } from '../meaning.ts';
import { type Selected, Selection } from '../selection.ts';
import type { ListArguments } from '../source.ts';
import type { Narrowing, Pair } from '../sql.ts';
import { parseInput } from '../zod-input.ts';
import { finished, rootStatement } from './answer.ts';
import type { Prepared } from './documents.ts';
import { type CheckedRequest, type Engine, type Progress, requestOptions, rootType } from './engine.ts';
import { isIntrospection } from './introspection.ts';
import { lookupOf, runLookup } from './lookup.ts';
import { executeMutation } from './mutation.ts';
import { checkUnused, coercedVariables } from './variables.ts';

/** Runs one request and returns the body of its answer; throws failures. */
export async function execute(
  engine: Engine,
  context: Context,
  request: CheckedRequest,
  progress: Progress,
): Promise<string> {
  const prepared = await engine.documents.prepare(request.query, request.operationName);
  const { operation, selectionSet } = prepared.operation;
  const facts = { 'kontor.fields': rootNames(selectionSet) };
  return await partSpan(operation, 'internal', facts, () =>
    executePrepared(engine, context, request, prepared, progress),
  );
}

/** The names of the root fields in the schema, without those of fragments; names that the caller gave are left out. */
function rootNames({ selections }: SelectionSetNode): string {
  return selections
    .flatMap((selection) => (selection.kind === Kind.FIELD ? [selection.name.value] : []))
    .join(' ');
}

async function executePrepared(
  engine: Engine,
  context: Context,
  request: CheckedRequest,
  prepared: Prepared,
  progress: Progress,
): Promise<string> {
  const { document, operation } = prepared;
  // Even without effect: an auditor's transactions are read-only (ARC-04).
  if (operation.operation === OperationTypeNode.MUTATION && isAuditor(context))
    throw new Refused(refuse('permission_denied'));
  progress.path = '$.variableValues';
  const unused = checkUnused(operation, request.variables, engine.limits);
  if (unused) throw new Refused(unused);
  const variables = await coercedVariables(engine.schema, operation, request.variables);
  progress.path = '$.selectionSet';
  const options = requestOptions(engine.role, prepared.isCostly || request.isCostly);
  const lookup = counted(() => lookupOf(engine, prepared));
  if (lookup) return runLookup(engine, context, prepared, lookup, variables, options);
  const selection = new Selection(document, variables);
  if (operation.operation === OperationTypeNode.MUTATION) {
    return executeMutation(engine, context, selection, prepared, { request, progress }, options);
  }
  const roots = selection.fields(rootType(engine.schema.getQueryType()), [operation]);
  const asked = roots.filter(isIntrospection);
  if (asked.length > 0) request.batch.takeIntrospection(engine.limits);
  if (roots.length > 0 && roots.every((root) => isIntrospection(root) || !root.field)) {
    return engine.introspection.answer({ prepared, selection, variables: request.variables }, roots);
  }
  const introspection =
    asked.length > 0
      ? await engine.introspection.select({ prepared, selection, variables: request.variables }, asked)
      : {};
  return executeQuery(engine, context, { selection, roots, introspection }, progress, options);
}

/** Root fields not answered by the statement: functions and introspection. */
type Spliced = ReadonlyMap<string, unknown>;

interface Question {
  readonly selection: Selection;
  readonly roots: readonly Selected[];
  /** Answers about the schema, by key. */
  readonly introspection: Readonly<Record<string, unknown>>;
}

async function executeQuery(
  engine: Engine,
  context: Context,
  { selection, roots, introspection }: Question,
  progress: Progress,
  options: TransactionOptions,
): Promise<string> {
  const functions = roots.filter((root) => root.field && meaningOf(root.field)?.kind === 'function');
  const inputs = new Map(functions.map((root) => [root.key, functionInput(engine, selection, root)]));
  const narrowed = engine.narrow(context);
  const compiled = (spliced: Spliced) =>
    counted(() => compileRoots(engine, { selection, roots, narrowed }, spliced, progress));
  const fixed = functions.length === 0 ? compiled(new Map(Object.entries(introspection))) : undefined;
  return engine.database.inTenant(
    context,
    async (tx) => {
      const answers = new Map<string, unknown>(Object.entries(introspection));
      for (const root of functions) {
        progress.path = `$.selectionSet.${root.key}`;
        const answer = await runFunction(engine, tx, context, root, inputs.get(root.key));
        answers.set(root.key, shaped(selection, root, answer));
      }
      const { sql, compiler } = fixed ?? compiled(answers);
      progress.path = '$.selectionSet';
      const rows = await tx.query<{ body: string }>(sql, compiler.statement.values);
      return finished(compiler, selection, rows[0]?.body, context, tx);
    },
    {
      planMode: arePlannedOnce(engine, functions) ? 'auto' : 'force_custom_plan',
      isOneStatement: fixed !== undefined && fixed.compiler.computed.length === 0,
      readsOnly: true,
      ...options,
    },
  );
}

function compileRoots(
  engine: Engine,
  { selection, roots, narrowed }: Pick<Question, 'selection' | 'roots'> & { narrowed: Narrowing | undefined },
  spliced: Spliced,
  progress: Progress,
): { sql: string; compiler: Compiler } {
  const compiler = new Compiler(engine.model, selection, narrowed);
  const pairs = roots.map((root): Pair => {
    progress.path = `$.selectionSet.${root.key}`;
    const found = root.field && meaningOf(root.field);
    return [keyOf(root), rootExpression(compiler, selection, root, found, spliced)];
  });
  return { sql: rootStatement(pairs, engine.guard(roots.flatMap(askedTable))), compiler };
}

function askedTable(root: Selected): readonly string[] {
  const found = root.field && meaningOf(root.field);
  return found && rootKinds.has(found.kind) && 'table' in found ? [found.table.name] : [];
}

const rootKinds: ReadonlySet<FieldMeaning['kind']> = new Set(['list', 'by_pk', 'aggregate']);

function functionInput(engine: Engine, selection: Selection, root: Selected): Record<string, unknown> {
  const definition = engine.functions.get(root.field?.name ?? '');
  return definition ? orRefuse(parseInput(definition.input, selection.arguments(root))) : {};
}

/** Whether the query has such functions only; other fields are planned for their own values. */
function arePlannedOnce(engine: Engine, functions: readonly Selected[]): boolean {
  return (
    functions.length > 0 &&
    functions.every(({ field }) => engine.functions.get(field?.name ?? '')?.isPlannedOnce ?? false)
  );
}

async function runFunction(
  engine: Engine,
  tx: Tx,
  context: Context,
  root: Selected,
  input: Record<string, unknown> = {},
): Promise<unknown> {
  return engine.functions.get(root.field?.name ?? '')?.run(tx, context, input);
}

function rootExpression(
  compiler: Compiler,
  selection: Selection,
  root: Selected,
  found: FieldMeaning | undefined,
  spliced: Spliced,
): string {
  const path = [root.key];
  switch (found?.kind) {
    case 'list':
      return compiler.list(found.table, root, selection.arguments(root) as ListArguments, path);
    case 'aggregate':
      return compiler.aggregate(found.table, root, selection.arguments(root) as ListArguments, path);
    case 'by_pk':
      return compiler.byKey(found.table, root, selection.arguments(root), path);
    default:
      if (spliced.has(root.key))
        return compiler.statement.parameter(JSON.stringify(spliced.get(root.key)), 'json');
      return `'query_root'::text`;
  }
}

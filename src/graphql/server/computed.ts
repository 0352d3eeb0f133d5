import type { Context } from '../../platform/context.ts';
import { firstFailure } from '../../platform/server/database/first-failure.ts';
import type { Tx } from '../../platform/server/database.ts';
import { type Compiler, shaped } from '../compile.ts';
import type { ComputedField, SqlField } from '../extension.ts';
import type { Selection } from '../selection.ts';

/** Computes a value from the selected facts; may query more in the same transaction. */
export type Compute<Facts = unknown> = (facts: Facts, context: Context, tx: Tx) => unknown;

/** A field with the function that computes it. */
export interface ComputedBy<Facts = unknown> extends ComputedField {
  readonly compute: Compute<Facts>;
}

/** Erases the type of the facts, known only to the field itself. */
export function computedField<Facts>(field: ComputedBy<Facts>): ComputedBy {
  return { ...field, compute: (facts, context, tx) => field.compute(facts as Facts, context, tx) };
}

/** Replaces the facts in an answer by their computed values, all at once, so that their queries share round trips. */
export async function compute(
  compiler: Compiler,
  selection: Selection,
  answer: unknown,
  context: Context,
  tx: Tx,
): Promise<void> {
  const replaced = compiler.computed.flatMap(({ path, selected, field }) => {
    if (!isComputedBy(field)) throw new Error(`${field.table}.${field.name} has no compute function`);
    return replaceAt(answer, path, async (facts) =>
      shaped(selection, selected, await field.compute(facts, context, tx)),
    );
  });
  await firstFailure(...replaced);
}

function isComputedBy(field: SqlField | ComputedField): field is ComputedBy {
  return 'compute' in field;
}

function replaceAt(
  value: unknown,
  path: readonly string[],
  replace: (facts: unknown) => Promise<unknown>,
): Promise<void>[] {
  if (Array.isArray(value)) return value.flatMap((item) => replaceAt(item, path, replace));
  const [key, ...rest] = path;
  if (typeof value !== 'object' || value === null || key === undefined) return [];
  const object = value as Record<string, unknown>;
  if (rest.length > 0) return replaceAt(object[key], rest, replace);
  const put = async () => {
    object[key] = await replace(object[key]);
  };
  return [put()];
}

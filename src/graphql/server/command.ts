import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Act } from '../../platform/means.ts';
import type { Tx } from '../../platform/server/database.ts';
import type { CommandShape, QueryFunctionShape } from '../extension.ts';

/** The key of a row: `{ id: 12 }`, or the columns of a composite key. */
export type Key = Readonly<Record<string, number | string>>;

/**
 * One mutation that is a function (API-39). It starts as the reader of the person's rights and returns the key of a
 * row, which is then selected as reader in the same transaction; a row that the person no longer sees is null. It
 * fails by throwing `Refused`, which rolls back the whole request.
 */
export interface Command<Input extends z.ZodObject = z.ZodObject> extends CommandShape {
  readonly input: Input;
  /** The required strength of authentication; `work` by default (AUTH-30). */
  readonly act?: Act;
  readonly run: (tx: Tx, context: Context, input: z.output<Input>) => Promise<Key | undefined>;
}

/** A query field that is a function; it runs as reader, and its answer must be JSON. */
export interface QueryFunction<Input extends z.ZodObject = z.ZodObject> extends QueryFunctionShape {
  readonly input: Input;
  /**
   * The plan of its statements does not depend on their values, so that each connection plans them once: with many
   * tables planning takes longer than running.
   */
  readonly isPlannedOnce?: true;
  readonly run: (tx: Tx, context: Context, input: z.output<Input>) => Promise<unknown>;
}

/** Keeps the input type between schema and function; lists of commands have the erased form. */
export function command<Input extends z.ZodObject>(definition: Command<Input>): Command {
  return definition as unknown as Command;
}

export function queryFunction<Input extends z.ZodObject>(definition: QueryFunction<Input>): QueryFunction {
  return definition as unknown as QueryFunction;
}

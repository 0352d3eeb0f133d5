import { z } from 'zod';
import { commentLength } from '../../platform/constants.ts';

/** The parts of which the inputs of commands are made; they are the arguments of the API as well (API-39). */

/** An id of another record, as the API's scalar `bigint`. */
export const key = () => z.number().int().positive().meta({ scalar: 'bigint' });
export const optionalKey = () => key().nullish();
export const text = (maximum: number) => z.string().trim().max(maximum).nullish();
export const day = () => z.string().meta({ scalar: 'date' }).nullish();

/** A decimal number as text; how many decimals count is the column's matter. */
export const decimal = () =>
  z
    .string()
    .regex(/^-?\d{1,12}(\.\d{1,8})?$/)
    .meta({ scalar: 'numeric' })
    .nullish();

export const repeatable = { idempotency_key: z.uuid() };

export const version = () => z.number().int().min(1).max(2_147_483_647).meta({ scalar: 'Int' });

/** What every command on an existing document carries (API-39). */
export const onDocument = { ...repeatable, id: key(), expected_version: version() };

export const confirmable = { confirmations: z.array(z.string().max(200)).max(20).optional() };
export const comment = { comment: text(commentLength) };
export const person = { person_id: optionalKey() };
/** Approvers chosen by hand; absent keeps those on the document (PROC-14). */
export const approvers = { approver_ids: z.array(key()).max(20).nullish() };

/** Input of an action that needs nothing but the click. */
export const task = z.object({ ...onDocument, ...confirmable, ...comment });
const toPerson = z.object({ ...onDocument, ...comment, ...person });

/** The inputs of the actions that every kind has (`SharedInputs`). */
export const sharedInputs = {
  accept: task,
  approve: task,
  decline: toPerson,
  send_to_clearing: toPerson,
  reassign: toPerson,
  give_back: task,
  /** A comment aborts nobody and is aborted by nobody (LOCK-01), so it names no version. */
  comment: z.object({
    ...repeatable,
    id: key(),
    ...comment,
    /** Persons whom the comment asks something (TASK-23). */
    mention_ids: z.array(key()).max(20).nullish(),
  }),
  hold: task,
  lift_hold: task,
  close_question: z.object({ ...repeatable, id: key(), ...comment }),
} as const;

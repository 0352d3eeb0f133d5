import { z } from 'zod';
import { commentLength } from '../../platform/constants.ts';

/** The building blocks of command inputs, which are also the arguments of the API (API-39). */

/** An id of another record, as the API scalar `bigint`. */
export const key = () => z.number().int().positive().meta({ scalar: 'bigint' });
export const optionalKey = () => key().nullish();
export const text = (maximum: number) => z.string().trim().max(maximum).nullish();
export const day = () => z.string().meta({ scalar: 'date' }).nullish();

/** A decimal number as text; the column limits its decimals. */
export const amountText = () =>
  z
    .string()
    .regex(/^-?\d{1,12}(\.\d{1,8})?$/)
    .meta({ scalar: 'numeric' });
export const decimal = () => amountText().nullish();

export const repeatable = { idempotency_key: z.uuid() };

export const version = () => z.number().int().min(1).max(2_147_483_647).meta({ scalar: 'Int' });

/** The input common to all commands on an existing document (API-39). */
export const onDocument = { ...repeatable, id: key(), expected_version: version() };

export const confirmable = { confirmations: z.array(z.string().max(200)).max(20).optional() };
export const comment = { comment: text(commentLength) };
export const person = { person_id: optionalKey() };
/** Approvers chosen by hand; undefined keeps those on the document (PROC-14). */
export const approvers = { approver_ids: z.array(key()).max(20).nullish() };

/** The input of an action without own fields. */
export const task = z.object({ ...onDocument, ...confirmable, ...comment });
const toPerson = z.object({ ...onDocument, ...comment, ...person });

/** The inputs of the actions common to all kinds (`SharedInputs`). */
export const sharedInputs = {
  accept: task,
  approve: task,
  decline: toPerson,
  send_to_clearing: toPerson,
  reassign: toPerson,
  give_back: task,
  /** A comment conflicts with no other change (LOCK-01), so that it needs no version. */
  comment: z.object({
    ...repeatable,
    id: key(),
    ...comment,
    /** Persons whom the comment asks (TASK-23). */
    mention_ids: z.array(key()).max(20).nullish(),
  }),
  hold: task,
  lift_hold: task,
  close_question: z.object({ ...repeatable, id: key(), ...comment }),
} as const;

import { z } from 'zod';
import { type FieldProblem, Refused, refuse } from '../../../base/refusal.ts';
import { key } from '../../../document/server/inputs.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { mostAtOnce } from '../register.ts';

const onChange = z.object({ id: key() });
const onChanges = z.object({ ids: z.array(key()).min(1).max(mostAtOnce) });

/**
 * A second administrator confirms another one's change of a control, so that it applies (AUTH-31, AUTH-37). Refuses
 * with `second_administrator_required` the proposer and anybody recently created by the proposer, and with
 * `record_changed` a change of a row that is no longer the same.
 */
export const confirmControlChange: Command = command({
  name: 'control_change_confirm',
  description:
    'Confirms and applies a waiting change of a control; requires an administrator other than the proposer.',
  input: onChange,
  result: 'control_change',
  kinds: ['admin'],
  act: 'four_eyes',
  run: (tx, _context, { id }) => decideOne(tx, id, confirm),
});

/**
 * Confirms several changes, such as the memberships that a directory proposes: all or none (AUTH-33, AUTH-37). Each is
 * judged as by `control_change_confirm`; `validation_failed` names those that are refused, such as `ids.2`.
 */
export const confirmControlChanges: Command = command({
  name: 'control_change_confirm_all',
  description:
    'Confirms and applies several waiting changes of controls, all or none; each requires an administrator other than its proposer.',
  input: onChanges,
  result: 'control_change',
  kinds: ['admin'],
  act: 'four_eyes',
  run: async (tx, _context, { ids }) => {
    const writer = tx.as('writer');
    const problems: FieldProblem[] = [];
    for (const id of [...new Set(ids)].toSorted((one, other) => one - other)) {
      const code = await confirm(writer, id);
      if (code !== null) problems.push({ field: `ids.${ids.indexOf(id)}`, code });
    }
    if (problems.length > 0) throw new Refused(refuse('validation_failed', { problems }));
    return { id: Math.max(...ids) };
  },
});

/** Rejects a change; its proposer may use it to withdraw the change. */
export const rejectControlChange: Command = command({
  name: 'control_change_reject',
  description: 'Rejects a waiting change of a control, which keeps its current value.',
  input: onChange,
  result: 'control_change',
  kinds: ['admin'],
  act: 'four_eyes',
  run: (tx, _context, { id }) => decideOne(tx, id, (writer) => decide(writer, id, 'rejected')),
});

type Undecided = 'record_changed' | 'second_administrator_required';

/** Refuses with `not_found` where the tenant has no such change. */
async function decideOne(tx: Tx, id: number, act: typeof confirm): Promise<{ id: number }> {
  const writer = tx.as('writer');
  await writer.one('select id from control_change where id = $1', [id]);
  const refusal = await act(writer, id);
  if (refusal !== null) throw new Refused(refuse(refusal));
  return { id };
}

/** Confirms a change and carries it out; returns why not. The caller rolls back then. */
async function confirm(tx: Tx, id: number): Promise<Undecided | null> {
  const refusal = await decide(tx, id, 'confirmed');
  if (refusal !== null) return refusal;
  const { is_done } = await tx.one<{ is_done: boolean }>('select app.carry_out_control($1) as is_done', [id]);
  return is_done ? null : 'record_changed';
}

/** Decides a waiting change if the database permits it, which never permits acting as another person (AUTH-29). */
async function decide(tx: Tx, id: number, state: 'confirmed' | 'rejected'): Promise<Undecided | null> {
  const { refusal } = await tx.one<{ refusal: Undecided | null }>(
    'select app.decide_control($1, $2) as refusal',
    [id, state],
  );
  return refusal;
}

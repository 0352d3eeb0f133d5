import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { key } from '../../../document/server/inputs.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import type { Tx } from '../../../platform/server/database.ts';

const onChange = z.object({ id: key() });

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
  run: async (tx, _context, { id }) => {
    const writer = tx.as('writer');
    await decide(writer, id, 'confirmed');
    const { is_done } = await writer.one<{ is_done: boolean }>(
      'select app.carry_out_control($1) as is_done',
      [id],
    );
    if (!is_done) throw new Refused(refuse('record_changed'));
    return { id };
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
  run: async (tx, _context, { id }) => {
    await decide(tx.as('writer'), id, 'rejected');
    return { id };
  },
});

/** Decides a waiting change if the database permits it, which never permits acting as another person (AUTH-29). */
async function decide(tx: Tx, id: number, state: 'confirmed' | 'rejected'): Promise<void> {
  await tx.one('select id from control_change where id = $1', [id]);
  const { refusal } = await tx.one<{ refusal: 'record_changed' | 'second_administrator_required' | null }>(
    'select app.decide_control($1, $2) as refusal',
    [id, state],
  );
  if (refusal !== null) throw new Refused(refuse(refusal));
}

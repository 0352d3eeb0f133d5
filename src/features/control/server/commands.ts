import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import type { Tx } from '../../../platform/server/database.ts';

const onChange = z.object({ id: z.number().int().positive().meta({ scalar: 'bigint' }) });

/**
 * A second administrator confirms what another one has changed of a control, so that it applies (AUTH-31, AUTH-37). Refuses with
 * `second_administrator_required` whoever proposed it or was made by him lately, and with `record_changed` what is another thing by now.
 */
export const confirmControlChange: Command = command({
  name: 'control_change_confirm',
  description:
    'Carries out a waiting change of what governs control; for another administrator than the one who proposed it.',
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

/** The change is none; whoever proposed it may take it back in this way. */
export const rejectControlChange: Command = command({
  name: 'control_change_reject',
  description: 'Turns a waiting change of what governs control down; everything stays as it is.',
  input: onChange,
  result: 'control_change',
  kinds: ['admin'],
  act: 'four_eyes',
  run: async (tx, _context, { id }) => {
    await decide(tx.as('writer'), id, 'rejected');
    return { id };
  },
});

/** Decides about a waiting change, where the database lets this person; it refuses whoever acts as another (AUTH-29). */
async function decide(tx: Tx, id: number, state: 'confirmed' | 'rejected'): Promise<void> {
  await tx.one('select id from control_change where id = $1', [id]);
  const { refusal } = await tx.one<{ refusal: 'record_changed' | 'second_administrator_required' | null }>(
    'select app.decide_control($1, $2) as refusal',
    [id, state],
  );
  if (refusal !== null) throw new Refused(refuse(refusal));
}

import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';

const onChange = z.object({ id: z.number().int().positive().meta({ scalar: 'bigint' }) });

interface Waiting {
  readonly state: string;
  readonly proposed_by_id: number | null;
}

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
  run: async (tx, context, { id }) => {
    const { proposed_by_id: proposer } = await lockWaiting(tx, id);
    const writer = tx.as('writer');
    const { may_confirm } = await writer.one<{ may_confirm: boolean }>('select app.may_confirm($1, $2, $3)', [
      context.tenantId,
      context.actorId,
      proposer,
    ]);
    if (!may_confirm) throw new Refused(refuse('second_administrator_required'));
    await decide(writer, context, id, 'confirmed');
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
  run: async (tx, context, { id }) => {
    await lockWaiting(tx, id);
    await decide(tx.as('writer'), context, id, 'rejected');
    return { id };
  },
});

/** The change, locked; refused where it does not wait any more. The database refuses whoever acts as another (AUTH-29). */
async function lockWaiting(tx: Tx, id: number): Promise<Waiting> {
  const waiting = await tx
    .as('writer')
    .one<Waiting>('select state, proposed_by_id from control_change where id = $1 for no key update', [id]);
  if (waiting.state !== 'pending') throw new Refused(refuse('record_changed'));
  return waiting;
}

async function decide(
  tx: Tx,
  { actorId }: Context,
  id: number,
  state: 'confirmed' | 'rejected',
): Promise<void> {
  await tx.fixed(
    'update control_change set state = $2, decided_by_id = $3, decided_at = now() where id = $1',
    [id, state, actorId],
  );
}

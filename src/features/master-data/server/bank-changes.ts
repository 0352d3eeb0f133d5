import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';

const onChange = z.object({ id: z.number().int().positive().meta({ scalar: 'bigint' }) });

interface Waiting {
  readonly supplier_id: number;
  readonly iban: string | null;
  readonly bic: string | null;
  readonly state: string;
  readonly proposed_by_id: number | null;
}

/** A second person confirms the account that somebody proposed for a supplier (INV-21); nobody does so for another (AUTH-29). */
export const confirmBankChange: Command = command({
  name: 'supplier_bank_change_confirm',
  description:
    'Makes a proposed account that of its supplier; for another person than the one who proposed it.',
  input: onChange,
  act: 'four_eyes',
  result: 'supplier_bank_change',
  run: async (tx, context, { id }) => {
    const writer = tx.as('writer');
    const { supplier_id, iban, bic, proposed_by_id } = await lockWaiting(tx, context, id);
    if (proposed_by_id === context.userId) throw new Refused(refuse('second_person_required'));
    await decide(writer, context, id, 'confirmed');
    await writer.fixed('update supplier set iban = $2, bic = $3 where id = $1', [supplier_id, iban, bic]);
    return { id };
  },
});

/** The account is none; whoever proposed it may take it back in this way. */
export const rejectBankChange: Command = command({
  name: 'supplier_bank_change_reject',
  description: 'Turns a proposed account of a supplier down; the one that he has stays.',
  input: onChange,
  act: 'four_eyes',
  result: 'supplier_bank_change',
  run: async (tx, context, { id }) => {
    await lockWaiting(tx, context, id);
    await decide(tx.as('writer'), context, id, 'rejected');
    return { id };
  },
});

/** The proposal as the person sees it, locked; refused where it does not wait any more, or is none of his business. */
async function lockWaiting(tx: Tx, context: Context, id: number): Promise<Waiting> {
  await tx.one('select id from supplier_bank_change where id = $1', [id]);
  if (!hasRole(context, 'user-can-insert-supplier')) throw new Refused(refuse('permission_denied'));
  const waiting = await tx
    .as('writer')
    .one<Waiting>(
      `select supplier_id, iban, bic, state, proposed_by_id from supplier_bank_change where id = $1 for no key update`,
      [id],
    );
  if (waiting.state !== 'pending') throw new Refused(refuse('record_changed'));
  return waiting;
}

async function decide(
  tx: Tx,
  { userId }: Context,
  id: number,
  state: 'confirmed' | 'rejected',
): Promise<void> {
  await tx.fixed(
    'update supplier_bank_change set state = $2, decided_by_id = $3, decided_at = now() where id = $1',
    [id, state, userId],
  );
}

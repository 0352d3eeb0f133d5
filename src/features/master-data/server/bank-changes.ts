import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import { type Context, hasRole } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';

const onChange = z.object({ id: z.number().int().positive().meta({ scalar: 'bigint' }) });

/**
 * A second person confirms the account that somebody proposed for a supplier (INV-21): nobody for another (AUTH-29), and nobody
 * whom the proposer made lately (AUTH-37).
 */
export const confirmBankChange: Command = command({
  name: 'supplier_bank_change_confirm',
  description:
    'Makes a proposed account that of its supplier; for another person than the one who proposed it.',
  input: onChange,
  act: 'four_eyes',
  result: 'supplier_bank_change',
  run: async (tx, context, { id }) => {
    await decide(tx, context, id, 'confirmed');
    await tx.as('writer').fixed(
      `update supplier s set iban = b.iban, bic = b.bic from supplier_bank_change b
       where b.id = $1 and s.tenant_id = b.tenant_id and s.id = b.supplier_id`,
      [id],
    );
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
    await decide(tx, context, id, 'rejected');
    return { id };
  },
});

/**
 * Decides about a proposal that the person sees and that waits, where the database lets him; refuses `not_found` and
 * `permission_denied` where it is none of his business.
 */
async function decide(tx: Tx, context: Context, id: number, state: 'confirmed' | 'rejected'): Promise<void> {
  await tx.one('select id from supplier_bank_change where id = $1', [id]);
  if (!hasRole(context, 'user-can-insert-supplier')) throw new Refused(refuse('permission_denied'));
  const { refusal } = await tx
    .as('writer')
    .one<{ refusal: 'record_changed' | 'second_person_required' | null }>(
      'select app.decide_bank_change($1, $2) as refusal',
      [id, state],
    );
  if (refusal !== null) throw new Refused(refuse(refusal));
}

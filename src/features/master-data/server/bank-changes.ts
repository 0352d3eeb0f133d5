import { z } from 'zod';
import { Refused, refuse } from '../../../base/refusal.ts';
import { key } from '../../../document/server/inputs.ts';
import { type Command, command } from '../../../graphql/server/command.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { requireRole } from '../../../platform/server/required-role.ts';

const onChange = z.object({ id: key() });

/**
 * A second person confirms a proposed account of a supplier (INV-21), but not while acting as another person (AUTH-29)
 * and not if the proposer created that person recently (AUTH-37).
 */
export const confirmBankChange: Command = command({
  name: 'supplier_bank_change_confirm',
  description: 'Confirms the proposed account of a supplier; requires a person other than the proposer.',
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

/** Rejects a proposed account; its proposer may use it to withdraw the proposal. */
export const rejectBankChange: Command = command({
  name: 'supplier_bank_change_reject',
  description: 'Rejects the proposed account of a supplier, which keeps its current account.',
  input: onChange,
  act: 'four_eyes',
  result: 'supplier_bank_change',
  run: async (tx, context, { id }) => {
    await decide(tx, context, id, 'rejected');
    return { id };
  },
});

/**
 * Decides a pending proposal that the person sees, if the database permits it; refuses with `not_found` or
 * `permission_denied` otherwise.
 */
async function decide(tx: Tx, context: Context, id: number, state: 'confirmed' | 'rejected'): Promise<void> {
  await tx.one('select id from supplier_bank_change where id = $1', [id]);
  requireRole(context, 'user-can-insert-supplier');
  const { refusal } = await tx
    .as('writer')
    .one<{ refusal: 'record_changed' | 'second_person_required' | null }>(
      'select app.decide_bank_change($1, $2) as refusal',
      [id, state],
    );
  if (refusal !== null) throw new Refused(refuse(refusal));
}

import { z } from 'zod';
import { orRefuse, Refused, refuse } from '../../../base/refusal.ts';
import { fieldsOf } from '../../../document/field-values.ts';
import { fieldNames } from '../../../document/fields.ts';
import { outcome } from '../../../document/outcome.ts';
import { onDocument } from '../../../document/server/inputs.ts';
import { saveDocumentLines } from '../../../document/server/lines-store.ts';
import { loadSituation } from '../../../document/server/load-facts.ts';
import { saveOutcome } from '../../../document/server/outcome-store.ts';
import { createDocument } from '../../../document/server/save.ts';
import { lockDocument } from '../../../document/server/store.ts';
import { command } from '../../../graphql/server/command.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { once } from '../../../platform/server/idempotency.ts';
import { occasionOf } from '../../../timeline/flow.ts';
import { change, remark, startTimeline } from '../../../timeline/operations.ts';
import { systemRemark } from '../../../timeline/task-actions.ts';
import { amendedNames } from '../agreement.ts';
import { contractFields, contractLineFields } from '../fields.ts';
import { isRunning, mayAmend } from '../termination.ts';
import { following } from './following.ts';
import { type StoredContract, servedContract, storedLines } from './store.ts';
import { keepVersions } from './version-store.ts';

const name = 'contract_amend';

/** `contract_amend`: creates an amendment draft as a copy of a contract in force (CON-38). */
export const amendCommand = command({
  name,
  input: z.object(onDocument),
  result: 'contract',
  run: (tx, context, input) =>
    once(tx, context, name, input, () => amend(tx, context, input.id, input.expected_version)),
});

const copiedColumns = fieldNames(contractFields).join(', ');
const copiedLineColumns = ['sort_no', ...fieldNames(contractLineFields)].join(', ');

async function amend(tx: Tx, context: Context, id: number, version: number): Promise<{ id: number }> {
  const document = await lockDocument(tx, context, servedContract, id, version);
  const writer = tx.as('writer');
  const aside = { locksBudgets: false };
  orRefuse(mayAmend(await loadSituation(writer, context, servedContract, document, aside)));
  const open = await writer.maybeOne<{ number: string }>(
    `select contract_number_formatted as number from contract
     where amends_id = $1 and status not in ('cancelled', 'incorporated')`,
    [id],
  );
  if (open) throw new Refused(refuse('amendment_open', { values: { number: open.number } }));
  const begun = await createDocument(writer, context, servedContract, (occasion) =>
    startTimeline({ type: 'contract-start' }, occasion),
  );
  await writer.fixed(
    `update contract set (amends_id, first_end, is_reminder_typed, total_netto, ${copiedColumns}) =
       (select k.id, k.first_end, k.is_reminder_typed, k.total_netto, ${prefixed(copiedColumns)} from contract k where k.id = $2)
     where id = $1`,
    [begun.id, id],
  );
  await writer.fixed(
    `insert into contract_line (tenant_id, contract_id, ${copiedLineColumns})
     select tenant_id, $1, ${copiedLineColumns} from contract_line where contract_id = $2`,
    [begun.id, id],
  );
  const copied = { ...begun, ...(await servedContract.load(writer, begun.id)) };
  const situation = await loadSituation(writer, context, servedContract, copied, aside);
  const made = outcome(situation, copied.timeline, { takesNumber: 'CT' as const });
  await saveOutcome(writer, context, servedContract, situation, orRefuse(made));
  return { id: begun.id };
}

function prefixed(columns: string): string {
  return columns
    .split(', ')
    .map((column) => `k.${column}`)
    .join(', ');
}

/**
 * Writes a signed amendment into its contract as a new version and keeps the earlier ones (CON-38). Ignores contracts
 * that are no amendments. Runs as writer in the transaction of the signature; refuses with `contract_not_running`.
 */
export async function incorporate(tx: Tx, context: Context, amendment: StoredContract): Promise<void> {
  const { amends_id: id } = amendment.head;
  if (id === null) return;
  const contract = await lockDocument(tx, context, servedContract, id, null);
  const amended = fieldsOf(amendment.head, amendedNames);
  const lines = amendment.lines.map((line) => ({ ...line, id: null }));
  const { first_end } = amendment.head;
  const next = { ...contract, head: { ...contract.head, ...amended, first_end }, lines };
  const { facts, actor } = await loadSituation(tx, context, servedContract, next, { locksBudgets: false });
  if (!isRunning({ actor, document: contract, facts })) throw new Refused(refuse('contract_not_running'));
  const { head, parts } = following(contract, next, facts, contract.head.is_reminder_typed);
  const versionNo = await keepVersions(tx, context, contract, amendment);
  const { number } = await tx.one<{ number: string }>(
    'select contract_number_formatted as number from contract where id = $1',
    [amendment.id],
  );
  const noted = systemRemark({ code: 'contract_amended', values: { number, version: versionNo } });
  saveDocumentLines(tx, context, storedLines, id, { stored: contract.lines, lines });
  // The approval of the amendment also covers the amended contract.
  const situation = { actor, facts, document: { ...contract, lines } };
  const timeline = change(contract.timeline, occasionOf(situation), remark(noted));
  const made = outcome(situation, timeline, {
    head: { ...amended, ...head },
    isApprovalUnneeded: true as const,
  });
  await saveOutcome(tx, context, servedContract, situation, { ...orRefuse(made), ...parts });
}

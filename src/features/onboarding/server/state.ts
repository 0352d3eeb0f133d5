import { Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { OnboardingMode, OnboardingState } from '../model.ts';
import type { Selection } from '../selection.ts';
import { enterSelection } from './own-selection.ts';
import { fillSample } from './sample.ts';
import { type DocumentCommands, makeSampleDocuments, type WrittenInvoice } from './sample-documents.ts';

/** State of the onboarding, in one statement as `writer`. */
export async function readState(tx: Tx): Promise<OnboardingState> {
  return await tx.as('writer').one<OnboardingState>(
    `select (select mode from onboarding) as mode, exists (select from client where active) as has_company,
       (select count(*) from sample_record) as sample,
       json_build_object(
         'client', (select count(*) from client where active),
         'department', (select count(*) from department where active),
         'cost_center', (select count(*) from cost_center where active),
         'ledger_account', (select count(*) from ledger_account where active),
         'posting_key', (select count(*) from posting_key where active),
         'supplier', (select count(*) from supplier where active),
         'product_group', (select count(*) from product_group where active),
         'product', (select count(*) from product where active),
         'lb_user', (select count(*) from lb_user where active and not is_group and not is_system)) as counts`,
  );
}

interface Choice {
  readonly mode: OnboardingMode;
  readonly selection: Selection | null;
  readonly commands: DocumentCommands;
  /** The sample invoices, for sample data. */
  readonly written: readonly WrittenInvoice[];
}

/**
 * Applies a choice once: of concurrent choices the second waits and finds the first one's records. Refuses sample
 * data with `already_exists` if the tenant has own companies.
 */
export async function begin(tx: Tx, context: Context, { mode, selection, ...made }: Choice): Promise<void> {
  const writer = tx.as('writer');
  await writer.fixed(
    `insert into onboarding (tenant_id, mode) values ($1, $2)
     on conflict (tenant_id) do update set mode = onboarding.mode`,
    [context.tenantId, mode],
  );
  const { has_company, sample } = await readState(tx);
  if (mode === 'full' && sample === 0) {
    if (has_company) throw new Refused(refuse('already_exists'));
    const world = await fillSample(tx, context);
    await makeSampleDocuments(tx, context, made, world);
  }
  if (mode === 'custom' && selection !== null) await enterSelection(tx, context, selection);
  // Mode "none" is stored only for a tenant without companies.
  if (sample === 0 && (mode !== 'none' || !has_company)) {
    await writer.fixed('update onboarding set mode = $2 where tenant_id = $1', [context.tenantId, mode]);
  }
}

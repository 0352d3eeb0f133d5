import type { Day } from '../../../base/day.ts';
import { type RefusalCode, Refused, refuse } from '../../../base/refusal.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import type { handedOver } from '../../archive/server/store.ts';
import type { DeletionKind, DeletionPreview } from '../model.ts';

/** Finds a tenant's downloaded archive by hash (ARC-03). */
export type HandedOver = typeof handedOver;

export interface Asked {
  readonly tenantId: number;
  readonly kind: DeletionKind;
  /** Only for documents: days in the tenant's time zone, both included. */
  readonly days: { readonly from: Day; readonly to: Day } | null;
  readonly sha256: string | undefined;
}

interface Counted extends Omit<DeletionPreview['counts'], 'deletable'> {
  readonly files_kept: number;
  readonly files_uncovered: number;
  readonly billings_open: number;
}

interface Looked {
  readonly preview: DeletionPreview;
  readonly counted: Counted;
}

/**
 * The extent of a deletion (OP-02, OP-04). Refuses `not_found`, `end_before_start`, and `handover_unknown` if no
 * downloaded archive of the tenant has the hash.
 */
export async function previewDeletion(tx: Tx, asked: Asked, handover: HandedOver): Promise<DeletionPreview> {
  return (await look(tx, asked, handover)).preview;
}

async function look(tx: Tx, asked: Asked, handover: HandedOver): Promise<Looked> {
  const { tenantId, kind, days, sha256 } = asked;
  if (days !== null && days.to < days.from) refuseWith('end_before_start');
  const tenant = await tx.one<DeletionPreview['tenant']>(
    'select id, name, status from tenant where id = $1',
    [tenantId],
  );
  const archive = sha256 === undefined ? null : await handover(tx, tenantId, sha256);
  if (sha256 !== undefined && archive === null) refuseWith('handover_unknown');
  const { counted } = await tx.one<{ counted: Counted }>(
    'select app.deletion_preview($1, $2, $3, $4, $5) as counted',
    [tenantId, kind, days?.from ?? null, days?.to ?? null, archive?.made_at ?? null],
  );
  const { documents, held, needed, kept, uncovered, lines, timelines, files, receipts, people } = counted;
  const deletable = documents - held - needed - (archive === null ? kept : uncovered);
  const preview = {
    tenant,
    counts: {
      documents,
      held,
      needed,
      kept,
      uncovered,
      deletable,
      lines,
      timelines,
      files,
      receipts,
      people,
    },
    needs_handover: archive === null && kept + counted.files_kept > 0,
    archive: archive && { sha256: archive.sha256, made_at: archive.made_at },
  };
  return { preview, counted };
}

/**
 * Starts a deletion, which is executed by a job, and returns its id.
 * Refuses `tenant_name_wrong`, for documents `deletion_name_wrong`, if the name is not typed exactly (VAL-40,
 * VAL-41); `tenant_not_archived`, `tenant_held`, `billing_under_way`, `handover_required` and `handover_outdated` for
 * a tenant that cannot be deleted (yet); `nothing_to_delete` for days without deletable documents; `deletion_running`
 * while another one runs; and `permission_denied` for the operator's own tenant.
 */
export async function startDeletion(
  tx: Tx,
  context: Context,
  asked: Asked & { readonly name: string },
  handover: HandedOver,
): Promise<number> {
  const { tenantId, kind, days } = asked;
  const looked = await look(tx, asked, handover);
  const { preview } = looked;
  if (asked.name !== preview.tenant.name) refuseWith(wrongName(kind));
  await refuseRunning(tx, tenantId, kind);
  if (kind === 'tenant') refuseTenant(context, looked);
  else if (preview.counts.deletable === 0) refuseWith('nothing_to_delete');
  const { id } = await tx.one<{ id: number }>('select app.start_deletion($1, $2, $3, $4, $5, $6, $7) as id', [
    tenantId,
    kind,
    days?.from ?? null,
    days?.to ?? null,
    preview.archive?.sha256 ?? null,
    preview.archive?.made_at ?? null,
    JSON.stringify(preview.counts),
  ]);
  return id;
}

/** For documents the message makes clear that the tenant is not affected. */
export function wrongName(kind: DeletionKind): 'tenant_name_wrong' | 'deletion_name_wrong' {
  return kind === 'tenant' ? 'tenant_name_wrong' : 'deletion_name_wrong';
}

function refuseTenant({ tenantId }: Context, { preview, counted }: Looked): void {
  if (preview.tenant.id === tenantId) refuseWith('permission_denied');
  if (preview.tenant.status !== 'archived') refuseWith('tenant_not_archived');
  if (counted.held > 0) refuseWith('tenant_held');
  if (counted.billings_open > 0) refuseWith('billing_under_way');
  if (preview.needs_handover) refuseWith('handover_required');
  if (counted.uncovered + counted.files_uncovered > 0) refuseWith('handover_outdated');
}

async function refuseRunning(tx: Tx, tenantId: number, kind: DeletionKind): Promise<void> {
  // Serialises concurrent starts.
  await tx.query('select from tenant where id = $1 for no key update', [tenantId]);
  const running = await tx.maybeOne(
    `select id from app.deletion_log(true) where tenant_id = $1 and kind in ('tenant', $2)`,
    [tenantId, kind],
  );
  if (running) refuseWith('deletion_running');
}

function refuseWith(code: RefusalCode): never {
  throw new Refused(refuse(code));
}

import { deletionTurn } from '../src/features/deletion/server/work.ts';
import type { Context } from '../src/platform/context.ts';
import { openLog } from '../src/platform/server/log.ts';
import type { Figure, Side } from './figure.ts';
import { type Fixture, perTenant } from './fixture.ts';

/** A typical list in another tenant. */
const list = `query { procurement(limit: 50, order_by: [{ created_at: desc }, { id: desc }]) {
  id order_number_formatted name status created_at total_netto procurement_lines { id description quantity } } }`;

/** The buyer of another tenant, which still exists while the largest one is deleted. */
export function otherBuyer({ people: { buyer } }: Pick<Fixture, 'people'>): Context {
  const userId = perTenant.person + buyer.userId;
  return { ...buyer, tenantId: 2, userId, actorId: userId };
}

/** Begins the deletion of the largest tenant like an operator, without archiving it first. */
export async function beginDeletion({ owner, tenant }: Pick<Fixture, 'owner' | 'tenant'>): Promise<void> {
  await owner.query("update tenant set status = 'archived', archived_at = now() where id = $1", [
    tenant.tenantId,
  ]);
  await owner.query(
    `insert into deletion (deleted_tenant_id, kind, name, operator_tenant_id, operator_id, operator_name, step)
     select id, 'tenant', name, 2, 62, 'bench', 'count' from tenant where id = $1 on conflict do nothing`,
    [tenant.tenantId],
  );
}

/**
 * Waits of others while a tenant of 100,000 documents is deleted: the same list in another tenant, with and without
 * the deletion. It deletes the largest tenant, so it runs last.
 */
export const deletionFigure: Figure = {
  name: 'deletion',
  title: 'list of another tenant while the largest one is deleted (by hand: while it is not)',
  aim: 0.5,
  concurrencies: [1],
  sides: async (fixture) => {
    const { database, ask } = fixture;
    const context = otherBuyer(fixture);
    const log = openLog('error');
    let wanted = 0;
    let working: Promise<void> | null = null;
    const work = async (): Promise<void> => {
      // Only while requests run beside it.
      while (performance.now() < wanted) await deletionTurn({ database, log }, 50);
      working = null;
    };
    await beginDeletion(fixture);
    fixture.atEnd(async () => await working);
    const product: Side = async () => {
      wanted = performance.now() + 100;
      working ??= work();
      return await ask(context, list, {});
    };
    const hand: Side = async () => {
      wanted = 0;
      await working;
      return await ask(context, list, {});
    };
    return { product, hand };
  },
};

import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/server/database.ts';
import { loadSituation } from './load-facts.ts';
import type { LoadedSituation, ServedKind, StoredDocument } from './served-kind.ts';
import { loadDocument } from './store.ts';

/** The situations that are being loaded in a transaction, by kind and id. */
const loading = new WeakMap<Tx, Map<string, Promise<LoadedSituation<StoredDocument>>>>();

/**
 * Loads a document with the facts of its rules, for the computed fields of an answer. Fields that are computed at the
 * same time share one load; nothing is kept for a later answer of the transaction, which may have written meanwhile.
 */
export async function situationForAnswer(
  served: ServedKind,
  id: number,
  context: Context,
  tx: Tx,
): Promise<LoadedSituation<StoredDocument>> {
  const inTransaction = loading.get(tx) ?? new Map<string, Promise<LoadedSituation<StoredDocument>>>();
  loading.set(tx, inTransaction);
  const key = `${served.kind.name} ${id}`;
  const shared = inTransaction.get(key);
  if (shared !== undefined) return await shared;
  const situation = load(served, id, context, tx).finally(() => inTransaction.delete(key));
  inTransaction.set(key, situation);
  return await situation;
}

async function load(served: ServedKind, id: number, context: Context, tx: Tx) {
  const writer = tx.as('writer');
  const document = await loadDocument(writer, served, id);
  return await loadSituation(writer, context, served, document, { locksBudgets: false });
}

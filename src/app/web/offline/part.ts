import type { OfflinePart } from '../../../platform/web/offline.ts';
import { followNetwork, keepUnsent } from './outbox.ts';
import { presentStore } from './present-store.ts';

/** What is kept for times without network; nothing while acting as another. Loaded late, and once. */
export const keep: OfflinePart['keep'] = async (hash, group, answer) =>
  (await presentStore())?.answers.keep(hash, group, answer);

export const find: OfflinePart['find'] = async (hash) =>
  (await (await presentStore())?.answers.find(hash)) ?? null;

export const wait: OfflinePart['wait'] = keepUnsent;

followNetwork();

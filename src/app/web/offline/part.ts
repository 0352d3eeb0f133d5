import type { OfflinePart } from '../../../platform/web/offline.ts';
import { groupOf } from './kept-groups.ts';
import { followActs, keepUnsent } from './outbox.ts';
import { presentStore } from './present-store.ts';
import { followUploads } from './uploads.ts';

/** What is kept for times without network; nothing while acting as another. Loaded late, and once. */
export const keep: OfflinePart['keep'] = async (query, answer) => {
  const group = groupOf(query);
  if (group !== null) await (await presentStore())?.answers.keep(query.queryHash, group, answer);
};

export const find: OfflinePart['find'] = async (query) =>
  groupOf(query) === null ? null : ((await (await presentStore())?.answers.find(query.queryHash)) ?? null);

export const wait: OfflinePart['wait'] = keepUnsent;

followActs();
followUploads();

import type { KeptAnswer } from '../../../platform/web/offline.ts';
import { hidden, open, type Sealed, seal } from '../../../platform/web/sealed.ts';
import type { KeptGroup } from './kept-groups.ts';
import { isWithinWeek, type OwnedStore } from './owned-store.ts';
import type { Row } from './rows.ts';

/** The number of answers of a group; older ones make room. */
const most: Readonly<Record<KeptGroup, number>> = { list: 10, document: 50, preview: 50, aid: 300 };
/** Bytes of one answer, and of all together. */
export const largestAnswer = 1024 * 1024;
const largestStore = 20 * 1024 * 1024;

interface AnswerRow extends Row {
  readonly group: KeptGroup;
  readonly at: number;
  /** Size of the encrypted content in bytes. */
  readonly size: number;
}

interface ContentRow extends Row {
  readonly sealed: Sealed;
}

const both = ['answers', 'contents'] as const;

/** Answers of the server, encrypted, within limits of number and size, for a week each. */
export interface KeptAnswers {
  /** Keeps an answer, or removes it if there is none any more. */
  readonly keep: (hash: string, group: KeptGroup, answer: KeptAnswer) => Promise<void>;
  /** Null if it is not kept, or too old. */
  readonly find: (hash: string) => Promise<KeptAnswer | null>;
}

export function keptAnswers(store: OwnedStore): KeptAnswers {
  const { rows, key, salt, now } = store;
  const find = async (hash: string): Promise<KeptAnswer | null> => {
    if (!(await store.isAlive())) return null;
    const id = await hidden(salt, hash);
    const [row, content] = await Promise.all([
      rows.get<AnswerRow>('answers', id),
      rows.get<ContentRow>('contents', id),
    ]);
    if (row === undefined || content === undefined) return null;
    if (isWithinWeek(row.at, now())) return { data: await open(key, id, content.sealed), at: row.at };
    await rows.remove(both, [id]);
    return null;
  };
  const keep = async (hash: string, group: KeptGroup, { data, at }: KeptAnswer): Promise<void> => {
    await store.touch();
    const id = await hidden(salt, hash);
    const sealed = data === null || data === undefined ? null : await seal(key, id, data);
    if (sealed === null || sealed.bytes.byteLength > largestAnswer) return rows.remove(both, [id]);
    const answers: AnswerRow = { id, group, at, size: sealed.bytes.byteLength };
    const contents: ContentRow = { id, sealed };
    await rows.put({ answers, contents });
    await rows.remove(both, superfluous(await rows.all<AnswerRow>('answers'), now()));
  };
  return { keep, find };
}

/** The ids of answers beyond the limits, and of those that are too old. */
function superfluous(all: readonly AnswerRow[], now: number): readonly string[] {
  const counts = new Map<KeptGroup, number>();
  let bytes = 0;
  const isKept = ({ group, at, size }: AnswerRow): boolean => {
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    bytes += size;
    return count <= most[group] && bytes <= largestStore && isWithinWeek(at, now);
  };
  return all
    .toSorted((a, b) => b.at - a.at)
    .filter((row) => !isKept(row))
    .map(({ id }) => id);
}

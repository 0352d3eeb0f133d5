import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProblem } from '../../../../base/refusal.ts';
import { changesOf } from '../../../../entity/sheet/changes.ts';
import type { Problems } from '../../../../entity/sheet/judge.ts';
import { type Line, rowOf } from '../../../../entity/sheet/line.ts';
import type { SheetEditing } from '../../../../entity/web/sheet/use-sheet.ts';
import { gql } from '../../../../platform/web/api.ts';
import { ApiRefusal } from '../../../../platform/web/failure.ts';
import { queryClient } from '../../../../platform/web/query.ts';
import { toastFailure, toastSaved } from '../../../../platform/web/toasts.tsx';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import { columnProblems, contractOfRow, importedContract } from '../../imported-rows.ts';

const save = `mutation ImportContract($idempotency_key: uuid!, $head: contract_save_head_input, $lines: [contract_save_lines_input!]) {
  contract_save(idempotency_key: $idempotency_key, head: $head, lines: $lines) { id timeline { content_version } }
}`;
const takeOver = `mutation TakeContractOver($idempotency_key: uuid!, $id: bigint!, $expected_version: Int!) {
  contract_take_over(idempotency_key: $idempotency_key, id: $id, expected_version: $expected_version) { id }
}`;

export interface Importing {
  /** Progress of the running import; null if none is running. */
  readonly progress: { readonly done: number; readonly all: number } | null;
  /** Contracts of the last import that stay drafts, because they are incomplete or exceed a budget. */
  readonly left: number;
  readonly start: () => void;
}

/**
 * Stores each row of the table as a contract. Stored rows are removed; refused ones stay and are marked, so that they
 * can be corrected and imported again. Contracts already in force are taken over immediately; incomplete ones, and
 * those that exceed a budget, stay drafts.
 */
export function useImport(editing: SheetEditing, areInForce: boolean, showProblem: () => void): Importing {
  const { t } = useTranslation();
  const [left, setLeft] = useState(0);
  const [progress, setProgress] = useState<Importing['progress']>(null);
  const [known] = useState(() => new WeakMap<Line, Keys>());
  /** A row without an answer is sent again with the same keys, so that it is stored only once. */
  const keysOf = (line: Line): Keys => {
    const keys = known.get(line) ?? { save: uniqueKey(), takeOver: uniqueKey() };
    known.set(line, keys);
    return keys;
  };
  const run = async (lines: readonly Line[]): Promise<void> => {
    const stored = new Set<number>();
    const refused = new Map<Line, Problems>();
    let leftNow = 0;
    try {
      for (const line of lines) {
        setProgress({ done: stored.size + refused.size, all: lines.length });
        const result = await store(line, keysOf(line), areInForce);
        if (typeof result === 'string') stored.add(line.key);
        else refused.set(line, result);
        if (result === 'left') leftNow += 1;
      }
    } catch (failure) {
      toastFailure(failure);
    }
    if (stored.size > 0) {
      editing.removeLines(stored);
      toastSaved(t('contract.import.done', { count: stored.size }));
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'contract-choosable',
      });
    }
    editing.refuse(refused);
    setLeft(leftNow);
    setProgress(null);
  };
  return {
    progress,
    left,
    start: () => {
      if (editing.problems.size > 0) return showProblem();
      const { lines } = changesOf(importedContract, editing.sheet.lines);
      if (lines.length > 0 && progress === null) void run(lines);
    },
  };
}

interface Keys {
  readonly save: string;
  readonly takeOver: string;
}

interface Saved {
  readonly contract_save: { readonly id: number; readonly timeline: { readonly content_version: number } };
}

/** Stores a row. Returns its problems if refused, or `left` if the stored contract cannot be taken over yet. */
async function store(line: Line, keys: Keys, isInForce: boolean): Promise<Problems | 'stored' | 'left'> {
  let saved: Saved;
  try {
    saved = await gql<Saved>(save, { idempotency_key: keys.save, ...contractOfRow(rowOf(line.cells)) });
  } catch (failure) {
    const found = failure instanceof ApiRefusal ? problemsIn(failure) : [];
    if (found.length === 0) throw failure;
    return new Map(found.map((problem) => [problem.field, problem]));
  }
  const { id, timeline } = saved.contract_save;
  return !isInForce || (await isTakenOver(id, timeline.content_version, keys.takeOver)) ? 'stored' : 'left';
}

/** Refusals after which a contract stays a draft: something is missing, or its budget does not suffice (BUD-06). */
const unready: readonly string[] = ['validation_failed', 'budget_exceeded'];

async function isTakenOver(id: number, expected_version: number, idempotency_key: string): Promise<boolean> {
  try {
    await gql(takeOver, { idempotency_key, id, expected_version });
    return true;
  } catch (failure) {
    if (failure instanceof ApiRefusal && unready.includes(failure.code)) return false;
    throw failure;
  }
}

function problemsIn({ problems, field, code, values }: ApiRefusal): readonly FieldProblem[] {
  const single = field === undefined ? [] : [{ field, code, values }];
  return columnProblems(problems.length > 0 ? problems : single);
}

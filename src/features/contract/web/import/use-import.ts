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
import { columnProblems, contractOfRow, importedContract } from '../../imported-rows.ts';

const mutation = `mutation ImportContract($idempotency_key: uuid!, $head: contract_save_head_input, $lines: [contract_save_lines_input!]) {
  contract_save(idempotency_key: $idempotency_key, head: $head, lines: $lines) { id }
}`;

export interface Importing {
  /** How far it is; null while nothing is under way. */
  readonly progress: { readonly done: number; readonly all: number } | null;
  readonly start: () => void;
}

/**
 * Stores the lines of the table one by one, each as a contract of its own. What is stored leaves the table; what is
 * refused stays in it and turns red, so that it can be corrected and imported again.
 */
export function useImport(editing: SheetEditing, showProblem: () => void): Importing {
  const { t } = useTranslation();
  const [progress, setProgress] = useState<Importing['progress']>(null);
  const [keys] = useState(() => new WeakMap<Line, string>());
  /** A line that was sent and not answered is sent under the same key, so that it is never there twice. */
  const keyOf = (line: Line): string => {
    const key = keys.get(line) ?? crypto.randomUUID();
    keys.set(line, key);
    return key;
  };
  const run = async (lines: readonly Line[]): Promise<void> => {
    const stored = new Set<number>();
    const refused = new Map<Line, Problems>();
    try {
      for (const line of lines) {
        setProgress({ done: stored.size + refused.size, all: lines.length });
        const problems = await store(line, keyOf(line));
        if (problems === null) stored.add(line.key);
        else refused.set(line, problems);
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
    setProgress(null);
  };
  return {
    progress,
    start: () => {
      if (editing.problems.size > 0) return showProblem();
      const { lines } = changesOf(importedContract, editing.sheet.lines);
      if (lines.length > 0 && progress === null) void run(lines);
    },
  };
}

/** Null where it is stored, else what is wrong with it; anything else is no matter of this line. */
async function store(line: Line, key: string): Promise<Problems | null> {
  try {
    await gql(mutation, { idempotency_key: key, ...contractOfRow(rowOf(line.cells)) });
    return null;
  } catch (failure) {
    const found = failure instanceof ApiRefusal ? problemsIn(failure) : [];
    if (found.length === 0) throw failure;
    return new Map(found.map((problem) => [problem.field, problem]));
  }
}

function problemsIn({ problems, field, code, values }: ApiRefusal): readonly FieldProblem[] {
  const single = field === undefined ? [] : [{ field, code, values }];
  return columnProblems(problems.length > 0 ? problems : single);
}

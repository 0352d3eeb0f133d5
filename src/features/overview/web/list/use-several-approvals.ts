import { useState } from 'react';
import { useListed } from '../../../../document/web/listed-kind.ts';
import { gql } from '../../../../platform/web/api.ts';
import { ApiRefusal } from '../../../../platform/web/failure.ts';
import { queryClient } from '../../../../platform/web/query.ts';
import { useSession } from '../../../../platform/web/session.ts';
import { uniqueKey } from '../../../../platform/web/unique-key.ts';
import { approveMutation } from '../commands.ts';
import type { ListedDocument } from './listed-document.ts';

/** Result of one approval in a bulk approval (TASK-25). */
export type ApprovalAnswer =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly failure: unknown }
  /** The server asks for confirmation; `confirmations` are to be sent back (API-41). */
  | { readonly kind: 'asked'; readonly refusal: ApiRefusal; readonly confirmations: readonly string[] };

export interface AnsweredApproval {
  readonly document: ListedDocument;
  readonly answer: ApprovalAnswer;
}

export interface SeveralApprovals {
  /** Document keys. */
  readonly picked: ReadonlySet<string>;
  /** Only the person's own approvals can be picked. */
  readonly isPickable: (document: ListedDocument) => boolean;
  readonly toggle: (document: ListedDocument) => void;
  readonly pick: (documents: readonly ListedDocument[]) => void;
  /** Null while nothing runs. */
  readonly progress: { readonly done: number; readonly count: number } | null;
  /** Results of the last run until dismissed. */
  readonly answers: readonly AnsweredApproval[];
  readonly approve: (documents: readonly ListedDocument[]) => void;
  readonly approveAnyway: (approval: AnsweredApproval) => void;
  readonly putAway: () => void;
}

/**
 * Approves several documents one after the other, each by its own command; a refusal does not stop the others
 * (TASK-25).
 */
export function useSeveralApprovals(): SeveralApprovals {
  const session = useSession();
  const { kinds } = useListed();
  const approvals = new Map(kinds.map(({ name, entries }) => [name, entries.approval]));
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [progress, setProgress] = useState<SeveralApprovals['progress']>(null);
  const [answers, setAnswers] = useState<readonly AnsweredApproval[]>([]);

  const approve = async (documents: readonly ListedDocument[]): Promise<void> => {
    const answered: AnsweredApproval[] = [];
    for (const document of documents) {
      setProgress({ done: answered.length, count: documents.length });
      answered.push({ document, answer: await approveOne(document, []) });
    }
    setProgress(null);
    setPicked(new Set());
    setAnswers(answered);
    void queryClient.invalidateQueries();
  };
  const approveAnyway = async ({ document, answer }: AnsweredApproval): Promise<void> => {
    if (answer.kind !== 'asked') return;
    const next = { document, answer: await approveOne(document, answer.confirmations) };
    setAnswers((known) => known.map((one) => (one.document.key === document.key ? next : one)));
    void queryClient.invalidateQueries();
  };

  return {
    picked,
    isPickable: ({ kind, step, group, assigneeId }) =>
      step !== null && step === approvals.get(kind) && group === null && assigneeId === session?.userId,
    toggle: ({ key }) => setPicked((known) => toggled(known, key)),
    pick: (documents) => setPicked(new Set(documents.map(({ key }) => key))),
    progress,
    answers,
    approve: (documents) => void approve(documents),
    approveAnyway: (approval) => void approveAnyway(approval),
    putAway: () => setAnswers([]),
  };
}

function toggled(picked: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(picked);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Approves the version in the list; the server refuses if there is a newer one (LOCK-01). */
async function approveOne(
  { kind, id, version }: ListedDocument,
  confirmations: readonly string[],
): Promise<ApprovalAnswer> {
  const input = { id, expected_version: version, idempotency_key: uniqueKey() };
  try {
    await gql(approveMutation(kind), { ...input, ...(confirmations.length > 0 ? { confirmations } : {}) });
    return { kind: 'done' };
  } catch (failure) {
    if (!(failure instanceof ApiRefusal) || !failure.confirm) return { kind: 'refused', failure };
    const hashes = failure.questions.map(({ hash }) => hash);
    return { kind: 'asked', refusal: failure, confirmations: [...confirmations, ...hashes] };
  }
}

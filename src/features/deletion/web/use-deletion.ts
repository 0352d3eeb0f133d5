import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { failureText } from '../../../platform/web/failure-text.ts';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useAction } from '../../../platform/web/use-action.ts';
import type { DeletionKind, DeletionPreview } from '../model.ts';
import { previewOptions, startDeletion } from './deletion-data.ts';

/** Input on a deletion page. */
interface Typed {
  readonly from: Day | null;
  readonly to: Day | null;
  readonly hash: string;
  readonly isConfirmed: boolean;
  readonly name: string;
}

const nothing: Typed = { from: null, to: null, hash: '', isConfirmed: false, name: '' };

/** A SHA-256 hash, normalised; null if invalid. */
export function hashOf(text: string): string | null {
  const hash = text.trim().toLowerCase();
  return /^[0-9a-f]{64}$/.test(hash) ? hash : null;
}

export interface DeletionForm {
  readonly typed: Typed;
  readonly change: (change: Partial<Typed>) => void;
  /** Whether the selection is complete. */
  readonly isChosen: boolean;
  readonly preview: DeletionPreview | undefined;
  readonly isBusy: boolean;
  /** The server's refusal of the hash. */
  readonly archiveProblem: string | null;
  /** Why there is no preview. */
  readonly problem: unknown;
  readonly askAgain: () => void;
  readonly mayStart: boolean;
  readonly isPending: boolean;
  /** Why it did not start. */
  readonly failure: unknown;
  readonly start: () => Promise<void>;
}

/** Previews a deletion during input, and starts it (OP-02, OP-04). */
export function useDeletion(id: number, kind: DeletionKind): DeletionForm {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(nothing);
  const [failure, setFailure] = useState<unknown>(null);
  const { isPending, perform } = useAction(setFailure);
  const { from, to, hash, isConfirmed, name } = typed;
  const days = kind !== 'tenant' && from !== null && to !== null ? { from, to } : null;
  const isChosen = kind === 'tenant' || days !== null;
  const wanted = { id, kind, days, sha256: hashOf(hash) };
  const counted = useQuery(previewOptions({ ...wanted, sha256: null }, isChosen));
  const covered = useQuery(previewOptions(wanted, isChosen && wanted.sha256 !== null));
  const asked = wanted.sha256 === null ? counted : covered;
  const isUnknown = asked.error instanceof ApiRefusal && asked.error.code === 'handover_unknown';
  const isKnown = asked.isSuccess && !asked.isPlaceholderData;
  const start = async (): Promise<void> => {
    setFailure(null);
    await perform(async () => {
      await startDeletion(wanted, name);
      toastSaved(t('deletion.started'));
      await navigate({ to: '/operator/tenant/deletion' });
    });
  };
  return {
    typed,
    change: (change) => {
      setTyped((before) => ({ ...before, ...change }));
      setFailure(null);
    },
    isChosen,
    // Keeps the counts visible even if the archive is unknown.
    preview: isChosen ? (asked.data ?? counted.data) : undefined,
    isBusy: asked.isPlaceholderData,
    archiveProblem: isUnknown ? failureText(asked.error) : null,
    problem: !isChosen ? null : isUnknown ? counted.error : asked.error,
    askAgain: () => void asked.refetch(),
    mayStart: isChosen && isKnown && name !== '' && (wanted.sha256 === null || isConfirmed),
    isPending,
    failure,
    start,
  };
}

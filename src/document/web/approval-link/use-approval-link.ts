import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Question } from '../../../base/refusal.ts';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { adoptLanguage } from '../../../platform/web/i18n.ts';
import type { LinkAnswer } from '../../link-answer.ts';
import { decideByLink, type LinkDecision, previewLink } from './link-api.ts';

/** A decision that waits for confirmation (API-41). */
export interface AskedBack {
  readonly questions: readonly Question[];
  readonly confirm: () => void;
  readonly cancel: () => void;
}

export interface ApprovalLink {
  readonly answer: LinkAnswer | undefined;
  /** The failure of the preview. */
  readonly unread: unknown;
  readonly readAgain: () => void;
  readonly decide: (decision: LinkDecision, comment: string | null) => void;
  readonly pending: LinkDecision | null;
  /** The failure of the last decision. */
  readonly failure: unknown;
  readonly askedBack: AskedBack | null;
}

/** The content of a mail link, and the decision with it. */
export function useApprovalLink(token: string): ApprovalLink {
  const client = useQueryClient();
  const queryKey = ['approval-link', token];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => previewLink(token),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [pending, setPending] = useState<LinkDecision | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [askedBack, setAskedBack] = useState<AskedBack | null>(null);

  const language = data?.person.language;
  useEffect(() => {
    if (language !== undefined) void adoptLanguage(language, null);
  }, [language]);

  const decide = async (
    decision: LinkDecision,
    comment: string | null,
    confirmations: readonly string[] = [],
  ): Promise<void> => {
    setPending(decision);
    setFailure(null);
    setAskedBack(null);
    try {
      client.setQueryData(queryKey, await decideByLink(token, decision, { comment, confirmations }));
    } catch (thrown) {
      const questions = thrown instanceof ApiRefusal ? thrown.questions : [];
      const hashes = questions.map(({ hash }) => hash);
      if (questions.length > 0)
        setAskedBack({
          questions,
          confirm: () => void decide(decision, comment, [...confirmations, ...hashes]),
          cancel: () => setAskedBack(null),
        });
      else {
        setFailure(thrown);
        // Somebody else may have decided first, or the response was lost: reload the state.
        void refetch();
      }
    } finally {
      setPending(null);
    }
  };

  return {
    answer: data,
    unread: error,
    readAgain: () => void refetch(),
    decide: (decision, comment) => void decide(decision, comment),
    pending,
    failure,
    askedBack,
  };
}

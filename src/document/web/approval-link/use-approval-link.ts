import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiRefusal } from '../../../platform/web/failure.ts';
import { adoptLanguage } from '../../../platform/web/i18n.ts';
import type { LinkAnswer } from '../../link-answer.ts';
import { decideByLink, type LinkDecision, previewLink } from './link-api.ts';

/** What was pressed and waits for one more click (API-41). */
export interface AskedBack {
  readonly refusal: ApiRefusal;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

export interface ApprovalLink {
  readonly answer: LinkAnswer | undefined;
  /** Why there is no answer. */
  readonly unread: unknown;
  readonly readAgain: () => void;
  readonly decide: (decision: LinkDecision, comment: string | null) => void;
  readonly pending: LinkDecision | null;
  /** Why the last decision did not come about. */
  readonly failure: unknown;
  readonly askedBack: AskedBack | null;
}

/** The link of a mail: what it stands for, and the decision that is made with it. */
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
      const hash = thrown instanceof ApiRefusal ? thrown.confirm?.hash : undefined;
      if (hash !== undefined && thrown instanceof ApiRefusal)
        setAskedBack({
          refusal: thrown,
          confirm: () => void decide(decision, comment, [...confirmations, hash]),
          cancel: () => setAskedBack(null),
        });
      else {
        setFailure(thrown);
        // Somebody else may have been faster, or the answer got lost: the server says what has become of it.
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

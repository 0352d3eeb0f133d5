import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { DocumentPage } from '../../../document/web/DocumentPage.tsx';
import { useSession } from '../../../platform/web/session.ts';
import { type Draft, emptyDraft } from './draft/draft.ts';
import { procurementPage } from './kind.tsx';
import { prefillQuery } from './lookups.ts';
import { RequestForm } from './RequestForm.tsx';

/** The page of one purchase request; `?select-contract` starts a new one with the choice of a contract (PROC-25). */
export function ProcurementPage(): ReactNode {
  const { 'select-contract': isChoosing = false } = useSearch({ strict: false });
  return (
    <DocumentPage kind={procurementPage} Form={RequestForm} useStart={useStart} isChoosing={isChoosing} />
  );
}

/** Prefills a new request from its creator once, so that typed values stay (PROC-04). */
function useStart(isNeeded: boolean): { readonly draft: Draft; readonly isPending: boolean } {
  const session = useSession();
  const prefill = useQuery({ ...prefillQuery(session?.userId ?? 0), enabled: isNeeded });
  const [draft, setDraft] = useState(emptyDraft);
  if (draft === emptyDraft && prefill.data) {
    setDraft({ ...emptyDraft, head: { ...emptyDraft.head, ...prefill.data } });
  }
  return { draft, isPending: prefill.isPending };
}

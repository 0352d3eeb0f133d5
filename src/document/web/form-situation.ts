import { useSession } from '../../platform/web/session.ts';
import { useFormat } from '../../platform/web/use-format.ts';
import type { EntryType } from '../../timeline/kinds.ts';
import { startTimeline } from '../../timeline/operations.ts';
import { noApprovals } from '../approval/covered.ts';
import type { DocumentFacts, DocumentHead, DocumentSituation } from '../facts.ts';
import type { Kind } from '../kind.ts';
import type { ShownDocument } from './document.ts';
import { unknownFacts } from './form-facts.ts';
import { timelineOf } from './timeline-of.ts';

type TypedHead = Omit<DocumentHead, 'id' | 'status' | 'creator_id' | 'legal_hold'>;

interface OnScreen<K extends Kind, Status, Head> {
  readonly kind: K;
  readonly document: (ShownDocument & { readonly status: Status }) | null;
  /** As typed. */
  readonly head: Head;
  /** The first step and status of a new document. */
  readonly begins: { readonly at: EntryType; readonly status: Status };
}

/** The form's content as a situation for the rules. */
export function useFormSituation<K extends Kind, Status extends string, Head extends TypedHead>({
  kind,
  document,
  head,
  begins,
}: OnScreen<K, Status, Head>) {
  const session = useSession();
  const format = useFormat();
  const today = format.today();
  const now = `${today}T00:00:00Z`;
  const userId = session?.userId ?? 0;
  const facts: DocumentFacts = { ...unknownFacts, now, today };
  const begun = startTimeline({ type: begins.at }, { now, actorId: userId, isGroup: () => false });
  return {
    actor: { id: userId, roles: session?.roles ?? [], groupIds: [], isImpersonated: false },
    facts,
    document: {
      kind,
      timeline: document === null ? begun : timelineOf(document.timeline),
      approvals: noApprovals,
      attachments: [],
      head: {
        ...head,
        id: document?.id ?? null,
        status: document?.status ?? begins.status,
        creator_id: document?.creator?.id ?? userId,
        legal_hold: document?.legal_hold ?? null,
      },
    },
  } satisfies DocumentSituation;
}

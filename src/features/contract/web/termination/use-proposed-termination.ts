import { amountOf } from '../../../../base/money.ts';
import { rowInput } from '../../../../document/web/draft/draft-fields.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { contractFields } from '../../fields.ts';
import { stakeOf } from '../../stake.ts';
import { endsAnyDay } from '../../term/reminders.ts';
import { proposedTermination, type TerminationInput } from '../../termination.ts';
import { draftOf, typedLines } from '../draft.ts';
import type { ContractDocument } from '../kind.ts';

/**
 * The receipt and end that a notice with these days would have, computed as on the server (CON-21, CON-28), and what is
 * lost if it misses the deadline that is open today (CON-32).
 */
export function useProposedTermination(document: ContractDocument, input: TerminationInput) {
  const format = useFormat();
  const draft = draftOf(document);
  const { client } = draft.head;
  const { first_end, amends } = document;
  const today = format.today();
  const head = { ...rowInput(contractFields, draft.head), first_end };
  const proposed = proposedTermination(head, { today, ofCompany: client }, input);
  const undecided = { terminated_on: null, agreed_end: null, amends_id: amends?.id ?? null };
  const missed = stakeOf(
    {
      head: { ...head, ...undecided, total_netto: amountOf(document.total_netto ?? 0) },
      lines: typedLines(draft),
    },
    { today, company: client, received: proposed.terminated_on },
  );
  // The last day of receipt for the earliest end that can be reached today.
  const { deadline: openDeadline } = proposedTermination(
    head,
    { today, ofCompany: client },
    { terminated_on: today },
  );
  const isAnyDay = endsAnyDay({ ...head, termination_deadline: openDeadline }, today);
  return { ...proposed, missed, openDeadline: isAnyDay ? null : openDeadline };
}

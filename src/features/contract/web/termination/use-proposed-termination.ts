import { rowInput } from '../../../../document/web/draft/draft-fields.ts';
import { useFormat } from '../../../../platform/web/use-format.ts';
import { contractFields } from '../../fields.ts';
import { proposedTermination, type TerminationInput } from '../../termination.ts';
import { draftOf } from '../draft.ts';
import type { ContractDocument } from '../kind.ts';

/** The receipt and end that a notice with these days would have, computed as on the server (CON-21, CON-28). */
export function useProposedTermination(document: ContractDocument, input: TerminationInput) {
  const format = useFormat();
  const { head } = draftOf(document);
  return proposedTermination(
    { ...rowInput(contractFields, head), first_end: document.first_end },
    { today: format.dayOf(new Date()), ofCompany: head.client },
    input,
  );
}

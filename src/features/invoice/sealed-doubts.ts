import { coveredDoubts, type Doubt } from '../../document/outcome.ts';
import { prepaidDoubts } from './accounting/problems.ts';
import { receivedDoubts } from './as-received.ts';
import { dateDoubts } from './dates.ts';
import { orderDoubts, voidOrderDoubts } from './matching/doubts.ts';
import type { Invoice, InvoiceFacts } from './model.ts';

/** The facts of an invoice, or those that are loaded for many at once. */
export type DoubtedFacts = InvoiceFacts | Pick<InvoiceFacts, 'isOrderVoid'>;

/** Other invoices cause these as well; the later invoice is asked about them (INV-23). */
const causedByOthers: readonly string[] = ['invoice_exceeds_order', 'invoice_quantity_above'];

/**
 * The doubts that an approval covers, in words: whoever approved knew them, and one that arises later brings the
 * approval again (INV-25, INV-29, INV-32, CON-40). A possible duplicate is none of them, because the question about
 * it concerns the other invoice and has its own reason (INV-20).
 */
export function sealedDoubts(
  document: Pick<Invoice, 'head' | 'lines'>,
  facts: DoubtedFacts,
): readonly string[] {
  const ofDocument: readonly Doubt[] =
    'formal' in facts
      ? [
          ...receivedDoubts({ document, facts }),
          ...dateDoubts({ document, facts }),
          ...prepaidDoubts({ document, facts }),
          ...orderDoubts({ document, facts }).filter(({ code }) => !causedByOthers.includes(code)),
          ...facts.contractMismatches,
        ]
      : [];
  return coveredDoubts([...voidOrderDoubts({ document, facts }), ...ofDocument]);
}

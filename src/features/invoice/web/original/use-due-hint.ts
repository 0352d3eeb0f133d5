import { useTranslation } from 'react-i18next';
import type { Reading } from '../../../recognition/reading.ts';
import { dueOrigin, statedDays } from '../../proposed-days.ts';
import type { InvoiceDraft } from '../draft.ts';
import { daySources } from '../following.ts';

/** What is to be said of a due date that the document does not print (INV-27). */
export interface DueHint {
  readonly text: string;
  /** It follows from the supplier or is the usual one: the document says nothing. */
  readonly isProposed: boolean;
}

/** Says where the due date of the form comes from; null where the document prints it or somebody typed it. */
export function useDueHint(head: InvoiceDraft['head'], reading: Reading | null): DueHint | null {
  const { t } = useTranslation();
  const origin = dueOrigin(daySources(head, reading), head, statedDays(reading));
  return origin === null ? null : { text: t(`invoice.due.${origin}`), isProposed: origin !== 'terms' };
}

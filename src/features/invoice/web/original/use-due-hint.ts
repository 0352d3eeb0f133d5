import { useTranslation } from 'react-i18next';
import type { Reading } from '../../../recognition/reading.ts';
import { dueOrigin, statedDays } from '../../proposed-days.ts';
import type { InvoiceDraft } from '../draft.ts';
import { daySources } from '../following.ts';

/** The hint for a due date that the document does not print (INV-27). */
export interface DueHint {
  readonly text: string;
  /** It comes from the supplier or the usual term; the document states none. */
  readonly isProposed: boolean;
}

/** Explains the origin of the due date; null if the document prints it or a person entered it. */
export function useDueHint(head: InvoiceDraft['head'], reading: Reading | null): DueHint | null {
  const { t } = useTranslation();
  const origin = dueOrigin(daySources(head, reading), head, statedDays(reading));
  return origin === null ? null : { text: t(`invoice.due.${origin}`), isProposed: origin !== 'terms' };
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rowInput } from '../../../../document/web/draft/draft-fields.ts';
import { ActionDialog } from '../../../../document/web/steps/ActionDialog.tsx';
import type { OwnDialogProps } from '../../../../document/web/steps/DocumentDialogs.tsx';
import { invoiceFields } from '../../fields.ts';
import { type FormalPoint, missingPoints } from '../../formal-check.ts';
import { draftOf, typedLines, typedTaxRows } from '../draft.ts';
import { type InvoiceDocument, invoicePage } from '../kind.ts';
import { readingQuery } from '../original/original-file.ts';
import { useSurroundings } from '../surroundings.ts';
import { CompareDialog } from './CompareDialog.tsx';
import { DuplicateList } from './DuplicateNote.tsx';

/**
 * Asks for the reason before an invoice goes on as a possible duplicate (INV-20), as a prepayment after its final
 * invoice (INV-22), or without legally required details (INV-19).
 */
export function GoOnDialog(props: OwnDialogProps<InvoiceDocument>): ReactNode {
  const { document, action, target, typed, onDone, onClose } = props;
  const { t } = useTranslation();
  const [compared, setCompared] = useState<number | null>(null);
  const points = useMissingPoints(document);
  if (action === undefined) return null;
  const { possible_duplicates: duplicates, booked_final: number } = document;
  const isLate = number !== null;
  if (compared !== null)
    return <CompareDialog {...props} about={String(compared)} onClose={() => setCompared(null)} />;
  const isLacking = points.length > 0 && action.key !== 'to_export';
  const isDoubled = duplicates.length > 0 || !(isLacking || isLate);
  return (
    <ActionDialog
      kind={invoicePage}
      action={{ ...action, is_comment_required: true }}
      {...{ target, typed, onDone, onClose }}
      isReported={({ code }) =>
        (isDoubled && code === 'possible_duplicate') ||
        (isLate && code === 'prepayment_after_final') ||
        (isLacking && code === 'formal_check_incomplete')
      }
    >
      {isDoubled ? (
        <>
          <p>{t('error.possible_duplicate')}</p>
          {duplicates.length === 0 ? (
            <p>{t('invoice.duplicate.unseen')}</p>
          ) : (
            <DuplicateList duplicates={duplicates} onCompare={setCompared} />
          )}
        </>
      ) : null}
      {isLate ? <p>{t('error.prepayment_after_final', { number })}</p> : null}
      {isLacking ? <LackingList points={points} /> : null}
      <p>{t('invoice.duplicate.reason')}</p>
    </ActionDialog>
  );
}

/** Names the missing details. */
function LackingList({ points }: { readonly points: readonly FormalPoint[] }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('error.formal_check_incomplete')}</p>
      <ul>
        {points.map((point) => (
          <li key={point}>{t(`invoice.formal.point.${point}`)}</li>
        ))}
      </ul>
    </>
  );
}

/** The missing details of the saved invoice. */
function useMissingPoints(document: InvoiceDocument): readonly FormalPoint[] {
  const { data: reading = null } = useQuery(readingQuery(document.id));
  const { supplier, company } = useSurroundings(document, document);
  const draft = draftOf(document);
  const invoice = {
    head: rowInput(invoiceFields, draft.head),
    lines: typedLines(draft),
    taxRows: typedTaxRows(draft),
  };
  return missingPoints(invoice, { reading, supplier, company });
}

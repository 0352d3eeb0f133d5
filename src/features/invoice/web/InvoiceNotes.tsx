import { IconFileUnknown, IconQuestionMark } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentActions } from '../../../document/web/steps/use-document-actions.ts';
import { directionOf } from '../../recognition/direction.ts';
import type { Reading } from '../../recognition/reading.ts';
import { ExportNote } from './accounting/ExportNote.tsx';
import { LeavingNote } from './accounting/LeavingNote.tsx';
import { BankNote } from './bank/BankNote.tsx';
import { ContractValue } from './doubts/ContractValue.tsx';
import { DifferencesNote } from './doubts/DifferencesNote.tsx';
import classes from './doubts/Doubts.module.css';
import { DuplicateNote } from './doubts/DuplicateNote.tsx';
import { LinkedNote } from './doubts/LinkedNote.tsx';
import { ReceivedNote } from './doubts/ReceivedNote.tsx';
import { VerdictNote } from './doubts/VerdictNote.tsx';
import { WarningNote } from './doubts/WarningNote.tsx';
import { RecognitionNote } from './original/RecognitionNote.tsx';
import type { InvoiceForm } from './use-invoice-form.ts';

export interface InvoicePartProps {
  readonly form: InvoiceForm;
  readonly reading: Reading | null;
  readonly actions: DocumentActions;
}

/** What a person should know before checking the invoice: its state, doubts and warnings. */
export function InvoiceNotes({ form, reading, actions }: InvoicePartProps): ReactNode {
  const { document } = form;
  return (
    <>
      {document?.status === 'open' ? (
        <RecognitionNote state={document.invoice_recognitions[0]?.state ?? null} />
      ) : null}
      {document?.leaving[0] ? <LeavingNote state={document.leaving[0].state} /> : null}
      {document === null ? null : (
        <>
          {document.leaving.length === 0 ? <ExportNote document={document} /> : null}
          <LinkedNote
            {...document}
            ofContract={<ContractValue form={form} />}
            problem={form.problems.get('head.procurement_id')}
          />
          <BankNote form={form} actions={actions} />
          <DuplicateNote
            duplicates={document.possible_duplicates}
            onCompare={(id) => actions.ask('compare', String(id))}
          />
        </>
      )}
      {reading === null ? null : (
        <>
          <KindNote documentKind={reading.documentKind} />
          <DirectionNote fields={reading.fields} />
          <WarningNote warnings={reading.warnings} {...(reading.parts && { parts: reading.parts })} />
          <DifferencesNote differences={reading.differences ?? []} />
          <ReceivedNote form={form} />
        </>
      )}
      {reading?.eInvoice ? (
        <VerdictNote eInvoice={reading.eInvoice} number={reading.fields.invoiceNumber?.value ?? ''} />
      ) : null}
    </>
  );
}

/** Warns that a document seems not to be an invoice (REC-05). */
function KindNote({ documentKind }: Pick<Reading, 'documentKind'>): ReactNode {
  const { t } = useTranslation();
  if (documentKind === 'invoice') return null;
  return (
    <section className={classes.note} aria-label={t('invoice.kind.title')}>
      <IconFileUnknown size={18} stroke={1.6} className={classes.warning} aria-hidden />
      <strong>{t(`invoice.kind.${documentKind}`)}</strong>
    </section>
  );
}

/** For a credit note with a negative total, a person decides who owes the amount (INV-12). */
function DirectionNote({ fields }: Pick<Reading, 'fields'>): ReactNode {
  const { t } = useTranslation();
  const { kind } = directionOf(fields.documentTypeCode?.value ?? null, fields.totalGross?.value ?? null);
  if (kind !== 'unclear') return null;
  return (
    <section className={classes.note} aria-label={t('invoice.direction.title')}>
      <IconQuestionMark size={18} stroke={1.6} className={classes.warning} aria-hidden />
      <strong>{t('invoice.direction.title')}</strong>
      <span className={classes.quiet}>{t('invoice.direction.text')}</span>
    </section>
  );
}

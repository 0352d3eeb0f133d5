import { Button } from '@mantine/core';
import { IconAlertTriangle, IconFileUnknown, IconQuestionMark, IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentActions } from '../../../document/web/steps/use-document-actions.ts';
import note from '../../../platform/web/kit/PageNote.module.css';
import { useHasRole } from '../../../platform/web/profile.ts';
import { directionOf } from '../../recognition/direction.ts';
import { type Reading, reportedWarnings } from '../../recognition/reading.ts';
import { ExportNote } from './accounting/ExportNote.tsx';
import { BankNote } from './bank/BankNote.tsx';
import { ContractValue } from './doubts/ContractValue.tsx';
import { DifferencesNote } from './doubts/DifferencesNote.tsx';
import classes from './doubts/Doubts.module.css';
import { DuplicateNote } from './doubts/DuplicateNote.tsx';
import { LinkedNote } from './doubts/LinkedNote.tsx';
import { ReceivedNote } from './doubts/ReceivedNote.tsx';
import { VerdictNote } from './doubts/VerdictNote.tsx';
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

const leavingTexts = { sending: 'invoice.export_sending', uncertain: 'invoice.export_uncertain' } as const;

/** Notes that the invoice may already be booked, with a link to the page that confirms it (EXP-08). */
function LeavingNote({ state }: { readonly state: keyof typeof leavingTexts }): ReactNode {
  const { t } = useTranslation();
  const mayExport = useHasRole('user-export-invoice');
  return (
    <div className={note.note}>
      <IconSend size={18} stroke={1.6} className={note.icon} aria-hidden />
      <span className={note.text}>{t(leavingTexts[state])}</span>
      {mayExport ? (
        <Button size="xs" renderRoot={(props) => <Link {...props} to="/invoice/export" />}>
          {t('invoice.to_export_page')}
        </Button>
      ) : null}
    </div>
  );
}

/** Contradictions in the reading, and parts that could not be read (REC-05, REC-11). */
function WarningNote({ warnings, parts = [] }: Pick<Reading, 'warnings' | 'parts'>): ReactNode {
  const { t } = useTranslation();
  const reported = reportedWarnings.filter((warning) => warnings.includes(warning));
  if (reported.length === 0) return null;
  return (
    <section className={classes.note} aria-label={t('invoice.warning.title')}>
      <IconAlertTriangle size={18} stroke={1.6} className={classes.warning} aria-hidden />
      <strong>{t('invoice.warning.title')}</strong>
      <ul className={classes.list}>
        {reported.map((warning) => (
          <li key={warning}>{t(`invoice.warning.${warning}`)}</li>
        ))}
        {parts.map(({ page, number }) => (
          <li key={page}>{t('invoice.warning_part', { page, number })}</li>
        ))}
      </ul>
    </section>
  );
}

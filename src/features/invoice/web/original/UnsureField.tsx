import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reading } from '../../../recognition/reading.ts';
import type { InvoiceDraft } from '../draft.ts';
import { type FilledColumn, readFor, unsureColumns } from './read-values.ts';
import { isSameValue } from './taken-over.ts';
import classes from './UnsureField.module.css';
import { useColumnText } from './use-read-text.ts';

type Head = InvoiceDraft['head'];

/** Hints with the read value below unsure fields, until the person enters another value. */
export function useUnsureHints(head: Head, reading: Reading | null): (column: string) => string | undefined {
  const { t } = useTranslation();
  const text = useColumnText();
  const unsure = unsureColumns(reading);
  return (column) => {
    const known = [...unsure].find((one) => one === column);
    const value = readFor(reading, column);
    if (known === undefined || value === null || isChanged(head, known, value.value)) return undefined;
    return t('invoice.read.unsure_hint', { value: text(known, value) });
  };
}

function isChanged(head: Head, column: FilledColumn, read: string): boolean {
  if (column === 'supplier_id') return false;
  const present = head[column];
  return present !== null && present !== '' && !isSameValue(present, read);
}

export interface UnsureFieldProps {
  readonly isUnsure: boolean;
  /** The value is only a default that the document does not state (INV-27). */
  readonly isProposed?: boolean;
  readonly children: ReactNode;
}

/** A field with a mark beside its label if its value was read without certainty, or is only a default (REC-05). */
export function UnsureField({ isUnsure, isProposed = false, children }: UnsureFieldProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className={classes.field} data-unsure={isUnsure || isProposed}>
      {children}
      {isUnsure || isProposed ? (
        // Screen readers get the hint below the field instead.
        <span className={classes.mark} aria-hidden>
          {t(isUnsure ? 'invoice.read.unsure' : 'invoice.due.proposed')}
        </span>
      ) : null}
    </div>
  );
}

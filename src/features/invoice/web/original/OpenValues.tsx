import { Button, Kbd } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MeaningBadge } from '../../../../platform/web/kit/MeaningBadge.tsx';
import { useKeyDown } from '../../../../platform/web/kit/use-key-down.ts';
import type { Reading } from '../../../recognition/reading.ts';
import { invoiceFields } from '../../fields.ts';
import { checkProblems } from '../../rules.ts';
import { paymentColumns } from '../payment/payment-columns.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';
import classes from './OpenValues.module.css';
import { countsOf } from './read-values.ts';

const key = 'F8';

export interface OpenValuesProps {
  readonly form: InvoiceForm;
  readonly reading: Reading;
  readonly isUnsure: (column: string) => boolean;
}

/** The number of read values, and a button that goes through the unsure and missing fields. */
export function OpenValues({ form, reading, isUnsure }: OpenValuesProps): ReactNode {
  const { t } = useTranslation();
  const { document, facts } = form.situation;
  const missing = new Set(checkProblems(document, facts.settings).map(({ field }) => field));
  const columns = Object.keys(invoiceFields);
  const unsure = columns.filter(isUnsure).length;
  const isOpen = (column: string): boolean => missing.has(column) || isUnsure(column);
  const isAnyOpen = columns.some(isOpen);
  const goOn = useNextOpen(form, isOpen);
  useOpenKey(goOn);
  return (
    <div className={classes.values}>
      <span>{t('invoice.read.count', { count: countsOf(reading).read })}</span>
      {unsure === 0 ? null : (
        <MeaningBadge meaning="waiting" plain>
          {t('invoice.read.unsure_count', { count: unsure })}
        </MeaningBadge>
      )}
      {missing.size === 0 ? null : (
        <MeaningBadge meaning="draft" plain>
          {t('invoice.read.missing_count', { count: missing.size })}
        </MeaningBadge>
      )}
      {isAnyOpen ? (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.next}
          // Keep the focus: the next field is searched from there.
          onMouseDown={(event) => event.preventDefault()}
          onClick={goOn}
        >
          {t('invoice.read.next_open')} <Kbd className={classes.key}>{key}</Kbd>
        </Button>
      ) : null}
    </div>
  );
}

/** Focuses the next open field after the focused one, from the last back to the first, and opens its tab. */
function useNextOpen(form: InvoiceForm, isOpen: (column: string) => boolean): () => void {
  const { container, document: invoice } = form;
  const navigate = useNavigate();
  const { tab } = useSearch({ strict: false });
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (tab !== 'payment' || wanted.current === null) return;
    inputsIn(container)
      .find(({ name }) => name === wanted.current)
      ?.focus();
    wanted.current = null;
  }, [tab, container]);
  return () => {
    const inputs = inputsIn(container);
    const { activeElement: active } = document;
    const at = active instanceof HTMLInputElement ? inputs.indexOf(active) : -1;
    const next = (some: readonly HTMLInputElement[]) =>
      some.find(({ name, disabled }) => !disabled && isOpen(name.slice(prefix.length)));
    const behind = next(inputs.slice(at + 1));
    const inTab = tab !== 'payment' ? paymentColumns.find(isOpen) : undefined;
    if (behind === undefined && inTab !== undefined && invoice !== null) {
      wanted.current = prefix + inTab;
      const search = { id: invoice.id, tab: 'payment' };
      void navigate({ to: '/invoice/form', search, replace: true, ignoreBlocker: true });
    } else (behind ?? next(inputs.slice(0, at + 1)))?.focus();
  };
}

const prefix = 'head.';

function inputsIn(container: InvoiceForm['container']): readonly HTMLInputElement[] {
  return [...(container.current?.querySelectorAll<HTMLInputElement>(`input[name^="${prefix}"]`) ?? [])];
}

function useOpenKey(goOn: () => void): void {
  useKeyDown((event) => {
    if (event.key !== key) return;
    event.preventDefault();
    goOn();
  });
}

import { Button, Kbd } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MeaningBadge } from '../../../../platform/web/kit/MeaningBadge.tsx';
import type { Reading } from '../../../recognition/reading.ts';
import { invoiceFields } from '../../fields.ts';
import { checkProblems } from '../../rules.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';
import classes from './OpenValues.module.css';
import { countsOf } from './read-values.ts';

const key = 'F8';

export interface OpenValuesProps {
  readonly form: InvoiceForm;
  readonly reading: Reading;
  readonly isUnsure: (column: string) => boolean;
}

/** How much was read, and a way from field to field that wants to be looked at: what is not certain, and what is missing. */
export function OpenValues({ form, reading, isUnsure }: OpenValuesProps): ReactNode {
  const { t } = useTranslation();
  const { document, facts } = form.situation;
  const missing = new Set(checkProblems(document, facts.settings).map(({ field }) => field));
  const columns = Object.keys(invoiceFields);
  const unsure = columns.filter(isUnsure).length;
  const isOpen = (column: string): boolean => missing.has(column) || isUnsure(column);
  const isAnyOpen = columns.some(isOpen);
  const goOn = (): void => focusNext(form, isOpen);
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
          // The way goes on from the field that has the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={goOn}
        >
          {t('invoice.read.next_open')} <Kbd className={classes.key}>{key}</Kbd>
        </Button>
      ) : null}
    </div>
  );
}

/** The next open field behind the one that has the focus; after the last one the first again. */
function focusNext({ container }: InvoiceForm, isOpen: (column: string) => boolean): void {
  const inputs = [...(container.current?.querySelectorAll<HTMLInputElement>('input[name^="head."]') ?? [])];
  const { activeElement: active } = document;
  const at = active instanceof HTMLInputElement ? inputs.indexOf(active) : -1;
  const inOrder = [...inputs.slice(at + 1), ...inputs.slice(0, at + 1)];
  inOrder.find(({ name, disabled }) => !disabled && isOpen(name.slice('head.'.length)))?.focus();
}

function useOpenKey(goOn: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key) return;
    event.preventDefault();
    goOn();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldLabelKey } from '../../../../entity/labels.ts';
import { ConfirmDialog } from '../../../../platform/web/kit/ConfirmDialog.tsx';
import { EmptyState } from '../../../../platform/web/kit/EmptyState.tsx';
import { MeaningBadge } from '../../../../platform/web/kit/MeaningBadge.tsx';
import { useFormat } from '../../../../platform/web/use-format.ts';
import type { Reading, ReadSeller, ReadValue } from '../../../recognition/reading.ts';
import type { InvoiceForm } from '../use-invoice-form.ts';
import classes from './RawData.module.css';
import { ReadLines } from './ReadLines.tsx';
import { ReadTotals } from './ReadTotals.tsx';
import { columnOf, countsOf, type FilledColumn, readNames, readSort } from './read-values.ts';
import { useColumnLabel, useReadText } from './use-read-text.ts';
import { useTakeOver } from './use-take-over.ts';

export interface RawDataProps {
  readonly form: InvoiceForm;
  readonly reading: Reading | null;
}

/** The unchanged result of the recognition (REC-07). */
export function RawData({ form, reading }: RawDataProps): ReactNode {
  const { t } = useTranslation();
  if (reading === null) {
    return <EmptyState title={t('invoice.read.none.title')}>{t('invoice.read.none.text')}</EmptyState>;
  }
  return <ReadData form={form} reading={reading} />;
}

function ReadData({ form, reading }: RawDataProps & { readonly reading: Reading }): ReactNode {
  const { t } = useTranslation();
  const { offered, overwrites, take } = useTakeOver(form, reading);
  const columnLabel = useColumnLabel();
  const [isAsking, setAsking] = useState(false);
  const { read, unsure } = countsOf(reading);
  const takeAll = (): void => {
    setAsking(false);
    take([...offered]);
  };
  const columnNames = overwrites.map(columnLabel).join(', ');
  return (
    <section className={classes.section} aria-label={t('invoice.tab.recognition')}>
      <div className={classes.head}>
        <p className={classes.counts}>
          {t('invoice.read.count', { count: read })}
          {unsure === 0 ? null : (
            <MeaningBadge meaning="waiting" plain>
              {t('invoice.read.unsure_count', { count: unsure })}
            </MeaningBadge>
          )}
        </p>
        {offered.length === 0 ? null : (
          <Button variant="default" onClick={() => (overwrites.length === 0 ? takeAll() : setAsking(true))}>
            {t('invoice.read.take_all')}
          </Button>
        )}
      </div>
      <Values reading={reading} offered={offered} onTake={(column) => take([column])} />
      <ReadLines
        label={t('invoice.read.lines')}
        reading={reading}
        currency={reading.fields.currency?.value ?? ''}
      />
      <ReadTotals reading={reading} currency={reading.fields.currency?.value ?? ''} />
      <ConfirmDialog
        opened={isAsking}
        title={t('invoice.read.overwrite.title')}
        actionLabel={t('invoice.read.take_all')}
        onConfirm={takeAll}
        onClose={() => setAsking(false)}
      >
        {t('invoice.read.overwrite.text', { fields: columnNames })}
      </ConfirmDialog>
    </section>
  );
}

/** The parts of the seller's address, by supplier field. */
const sellerNames = [
  ['address', 'address'],
  ['zipcode', 'zipcode'],
  ['city', 'city'],
  ['country', 'country'],
  ['contactPerson', 'contact_person'],
  ['phone', 'phone'],
  ['email', 'email'],
] as const satisfies readonly (readonly [keyof ReadSeller, string])[];

interface ValuesProps {
  readonly reading: Reading;
  readonly offered: readonly FilledColumn[];
  readonly onTake: (column: FilledColumn) => void;
}

function Values({ reading, offered, onTake }: ValuesProps): ReactNode {
  const { t } = useTranslation();
  const text = useReadText();
  const format = useFormat();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('invoice.read.head.field')}</th>
          <th scope="col">{t('invoice.read.head.value')}</th>
          <th scope="col">{t('invoice.read.head.sure')}</th>
          <th scope="col">{t('invoice.read.head.page')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('invoice.read.take')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {readNames.map((name) => {
          const value = reading.fields[name];
          const column = columnOf(name);
          return value === null || value === undefined ? null : (
            <ValueRow
              key={name}
              label={t(`invoice.read.field.${name}`)}
              text={text(readSort(name), value.value)}
              value={value}
              onTake={column !== null && offered.includes(column) ? () => onTake(column) : null}
            />
          );
        })}
        {sellerNames.map(([name, field]) => {
          const value = reading.seller?.[name] ?? null;
          return value === null ? null : (
            <ValueRow
              key={name}
              label={t(fieldLabelKey('supplier', field))}
              text={value.value}
              value={value}
              onTake={null}
            />
          );
        })}
        {reading.taxRows.map(({ ratePercent }, index) =>
          ratePercent === null ? null : (
            <ValueRow
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity.
              key={index}
              label={t('field.tax')}
              text={format.quantity(ratePercent.value)}
              value={ratePercent}
              onTake={index === 0 && offered.includes('tax') ? () => onTake('tax') : null}
            />
          ),
        )}
      </tbody>
    </table>
  );
}

interface ValueRowProps {
  readonly label: string;
  /** Formatted for the language. */
  readonly text: string;
  readonly value: ReadValue;
  /** Null if the form has no such field. */
  readonly onTake: (() => void) | null;
}

function ValueRow({ label, text, value, onTake }: ValueRowProps): ReactNode {
  const { t } = useTranslation();
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className={classes.value}>{text}</td>
      <td>
        <MeaningBadge meaning={value.sure ? 'done' : 'waiting'} plain>
          {t(value.sure ? 'invoice.read.sure' : 'invoice.read.unsure')}
        </MeaningBadge>
      </td>
      <td>{value.page ?? '–'}</td>
      <td className={classes.take}>
        {onTake === null ? null : (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('invoice.read.take_field', { field: label })}
            onClick={onTake}
          >
            {t('invoice.read.take')}
          </Button>
        )}
      </td>
    </tr>
  );
}

import { Button } from '@mantine/core';
import { IconFileInvoice, IconLayoutGrid } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadChunk } from '../../../../platform/web/chunk.ts';
import { EmptyState } from '../../../../platform/web/kit/EmptyState.tsx';
import { toastFailure, toastSaved } from '../../../../platform/web/toasts.tsx';
import type { PageInvoice } from '../pages/page-source.ts';
import classes from './InvoiceUploadPage.module.css';
import { hasPages, type Received, type ReceivedInvoice, shownFile, startWaiting } from './received.ts';
import { ReceivedRow, SentRow } from './UploadRows.tsx';
import type { Sending } from './use-sending.ts';

const PagesDialog = lazy(() =>
  loadChunk(() => import('../pages/PagesDialog.tsx')).then((chunk) => ({ default: chunk.PagesDialog })),
);

export interface ReceivedStackProps {
  readonly person: number;
  readonly received: Received;
  readonly sending: Sending;
  readonly onChanged: () => void;
}

/** The uploaded invoices with the actions for their pages and recognition (REC-01, REC-12). */
export function ReceivedStack({
  person,
  received: { invoices, count, waiting },
  sending,
  onChanged,
}: ReceivedStackProps): ReactNode {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [table, setTable] = useState<readonly PageInvoice[] | null>(null);
  const selected = invoices.filter((invoice) => chosen.has(invoice.id) && hasPages(invoice));
  const arrange = (wanted: readonly ReceivedInvoice[]): void => setTable(wanted.flatMap(onTable));
  return (
    <>
      <div className={classes.bar}>
        <ArrangeSelected count={selected.length} onArrange={() => arrange(selected.toReversed())} />
        <Start person={person} waiting={waiting} onChanged={onChanged} />
      </div>
      {invoices.length === 0 && sending.files.length === 0 ? (
        <EmptyState
          icon={<IconFileInvoice size={24} stroke={1.6} aria-hidden />}
          title={t('invoice.upload.none')}
        >
          {t('invoice.upload.none_text')}
        </EmptyState>
      ) : null}
      <ul aria-live="polite" aria-label={t('invoice.upload.files')}>
        {sending.files.map((file) => (
          <SentRow
            key={file.key}
            sent={file}
            onSendAgain={() => sending.sendAgain(file)}
            onTakeAnyway={() => sending.takeAnyway(file)}
            onForget={() => sending.forget(file.key)}
          />
        ))}
        {invoices.map((invoice) => (
          <ReceivedRow
            key={invoice.id}
            invoice={invoice}
            isChosen={chosen.has(invoice.id)}
            onChoose={(isChosen) => setChosen(withChoice(chosen, invoice.id, isChosen))}
            onArrange={() => arrange([invoice])}
            onChanged={onChanged}
          />
        ))}
      </ul>
      {count > invoices.length ? (
        <p className={classes.quiet}>{t('invoice.upload.newest', { shown: invoices.length, count })}</p>
      ) : null}
      <Suspense fallback={null}>
        {table === null ? null : (
          <PagesDialog
            invoices={table}
            onClose={() => setTable(null)}
            onArranged={() => {
              setTable(null);
              setChosen(new Set());
              onChanged();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function onTable(invoice: ReceivedInvoice): readonly PageInvoice[] {
  const file = shownFile(invoice);
  return file === null ? [] : [{ id: invoice.id, file, isRead: invoice.status !== 'open' }];
}

function withChoice(chosen: ReadonlySet<number>, id: number, isChosen: boolean): ReadonlySet<number> {
  const others = [...chosen].filter((one) => one !== id);
  return new Set(isChosen ? [...others, id] : others);
}

interface ArrangeSelectedProps {
  readonly count: number;
  readonly onArrange: () => void;
}

/** Opens the pages of several selected invoices together. */
function ArrangeSelected({ count, onArrange }: ArrangeSelectedProps): ReactNode {
  const { t } = useTranslation();
  if (count < 2) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconLayoutGrid size={16} stroke={1.6} aria-hidden />}
      onClick={onArrange}
    >
      {t('invoice.pages.open_selected', { count })}
    </Button>
  );
}

interface StartProps extends Pick<ReceivedStackProps, 'person' | 'onChanged'> {
  readonly waiting: number;
}

/** Starts the recognition of all waiting invoices, shown or not, and reports their number. */
function Start({ person, waiting, onChanged }: StartProps): ReactNode {
  const { t } = useTranslation();
  const start = async (): Promise<void> => {
    try {
      toastSaved(t('invoice.upload.started', { count: await startWaiting(person) }));
    } catch (failure) {
      toastFailure(failure);
    }
    onChanged();
  };
  return (
    <Button disabled={waiting === 0} onClick={() => void start()}>
      {t('invoice.upload.start', { count: waiting })}
    </Button>
  );
}

import { Button } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Original } from '../../../../document/web/original/Original.tsx';
import { PageSkeleton } from '../../../../document/web/original/PdfPages.tsx';
import { ActionDialog } from '../../../../document/web/steps/ActionDialog.tsx';
import type { OwnDialogProps } from '../../../../document/web/steps/DocumentDialogs.tsx';
import { EmptyState, ErrorState } from '../../../../platform/web/kit/EmptyState.tsx';
import { LargeDialog } from '../../../../platform/web/kit/LargeDialog.tsx';
import type { TypedComment } from '../../../../timeline/web/typed-comments.ts';
import { type InvoiceDocument, invoicePage } from '../kind.ts';
import { originalPath, readingQuery } from '../original/original-file.ts';
import { ReadData } from '../original/ReadData.tsx';
import { useWordClicks } from '../original/word-clicks.ts';
import classes from './CompareDialog.module.css';
import { ComparedValues } from './ComparedValues.tsx';
import { type ComparedInvoice, type ComparedInvoices, comparedQuery } from './compared.ts';

/** Actions that end a duplicate, the most fitting first. */
const endings = ['discard', 'decline', 'send_to_clearing'];

const noPlaces = { values: [], focused: null };

/**
 * An invoice and its possible duplicate side by side: their values and originals. People who may end the invoice do
 * so from here, with the other one as the reason (INV-20).
 */
export function CompareDialog(props: OwnDialogProps<InvoiceDocument>): ReactNode {
  const { document, about, target, onDone, onClose } = props;
  const { t } = useTranslation();
  const compared = useQuery(comparedQuery(document.id, Number(about)));
  const [reason, setReason] = useState<TypedComment | null>(null);
  const ending = endings.flatMap((key) =>
    document.actions.filter((one) => one.key === key && one.enabled),
  )[0];
  const other = compared.data?.other ?? null;
  if (reason !== null && ending !== undefined) {
    return (
      <ActionDialog
        kind={invoicePage}
        action={{ ...ending, is_comment_required: true }}
        target={target}
        typed={{ ...reason, change: setReason }}
        onDone={onDone}
        onClose={() => setReason(null)}
      />
    );
  }
  return (
    <LargeDialog
      onClose={onClose}
      size="min(1400px, 94vw)"
      title={t('invoice.duplicate.compare_title')}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <Compared {...compared} />
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          {t('shell.close')}
        </Button>
        {ending === undefined || other === null ? null : (
          <Button
            variant="default"
            className={classes.destructive}
            onClick={() => {
              const text = t('invoice.duplicate.is_same', { number: other.invoice_number_formatted });
              setReason({ text, picked: [] });
            }}
          >
            {t('invoice.duplicate.end', { action: t(ending.label_key) })}
          </Button>
        )}
      </div>
    </LargeDialog>
  );
}

function Compared({
  data,
  error,
  refetch,
}: Pick<UseQueryResult<ComparedInvoices>, 'data' | 'error' | 'refetch'>): ReactNode {
  const { t } = useTranslation();
  if (error) return <ErrorState failure={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <PageSkeleton />;
  const { one, other } = data;
  if (one === null || other === null) return <EmptyState title={t('error.not_found')} />;
  return (
    <>
      <ComparedValues one={one} other={other} />
      <div className={classes.originals}>
        <ComparedOriginal invoice={one} />
        <ComparedOriginal invoice={other} />
      </div>
    </>
  );
}

function ComparedOriginal({ invoice }: { readonly invoice: ComparedInvoice }): ReactNode {
  const { t } = useTranslation();
  const { id, invoice_number_formatted: number } = invoice;
  const file = invoice.view_file ?? invoice.file;
  const clicks = useWordClicks(noPlaces.values);
  const { data: reading = null } = useQuery({ ...readingQuery(id), enabled: file !== null });
  return (
    <section className={classes.original} aria-label={t('invoice.duplicate.original_of', { number })}>
      {file === null ? (
        <EmptyState title={t('invoice.duplicate.no_original')} />
      ) : (
        <Original
          path={originalPath(id)}
          file={file}
          data={<ReadData reading={reading} />}
          places={noPlaces}
          clicks={clicks}
          label={t('invoice.duplicate.pages_of', { number })}
        />
      )}
    </section>
  );
}

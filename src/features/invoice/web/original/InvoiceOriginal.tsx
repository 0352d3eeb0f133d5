import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OriginalPane } from '../../../../document/web/original/OriginalPane.tsx';
import type { OriginalFile } from '../../../../document/web/original/original-file.ts';
import type { Reading } from '../../../recognition/reading.ts';
import { originalPath } from './original-file.ts';
import { ReadData } from './ReadData.tsx';
import type { ReadPlaces } from './use-original.ts';
import { useWordClicks } from './word-clicks.ts';

export interface InvoiceOriginalProps {
  readonly invoiceId: number;
  readonly file: OriginalFile;
  /** If the file is an arranged view: the received files of its pages that the person may see (REC-12). */
  readonly received: readonly OriginalFile[];
  readonly reading: Reading | null;
  readonly places: ReadPlaces;
}

/** The original of an invoice; a click on a value fills the focused field (INV-01). */
export function InvoiceOriginal({
  invoiceId,
  file,
  received,
  reading,
  places,
}: InvoiceOriginalProps): ReactNode {
  const { t } = useTranslation();
  const clicks = useWordClicks(places.values);
  return (
    <OriginalPane
      title={t('invoice.original.title')}
      path={originalPath(invoiceId)}
      file={file}
      received={received}
      data={<ReadData reading={reading} />}
      places={places}
      clicks={clicks}
    />
  );
}

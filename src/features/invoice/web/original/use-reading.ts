import { useQuery } from '@tanstack/react-query';
import type { Reading } from '../../../recognition/reading.ts';
import type { InvoiceDocument } from '../kind.ts';
import { readingQuery } from './original-file.ts';

/** The reading of the original of the open invoice. */
export function useReading(document: InvoiceDocument | null): Reading | null {
  const hasFile = document !== null && (document.view_file ?? document.file) !== null;
  const { data = null } = useQuery({ ...readingQuery(document?.id ?? 0), enabled: hasFile });
  return data;
}

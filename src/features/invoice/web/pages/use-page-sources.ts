import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { contentQuery, readingQuery } from '../original/original-file.ts';
import { type OpenPages, openPages, type PageInvoice } from './page-source.ts';

/** Files being opened for the dialog. */
export interface PageSources {
  /** Null until all files are open. */
  readonly sources: readonly OpenPages[] | null;
  /** The reason why a file cannot be opened. */
  readonly failure: unknown;
}

const nothing: PageSources = { sources: null, failure: null };

/** Opens the files of the invoices until the component unmounts; the invoices must not change. */
export function usePageSources(invoices: readonly PageInvoice[]): PageSources {
  const client = useQueryClient();
  const [shown, setShown] = useState(nothing);
  useEffect(() => {
    let isWanted = true;
    const opened: OpenPages[] = [];
    const open = async (): Promise<void> => {
      for (const invoice of invoices) {
        const content = await client.fetchQuery(contentQuery(invoice.id, invoice.file.id));
        if (!isWanted) return;
        const reading = await client.fetchQuery(readingQuery(invoice.id));
        if (!isWanted) return;
        const starts = (reading?.parts ?? []).map(({ page }) => page);
        opened.push(await openPages(invoice, content, starts));
      }
      if (isWanted) setShown({ sources: opened, failure: null });
    };
    const closeAll = (): void => {
      for (const one of opened.splice(0)) one.close();
    };
    open()
      .catch((failure: unknown) => {
        if (isWanted) setShown({ sources: null, failure });
      })
      .finally(() => {
        if (!isWanted) closeAll();
      });
    return () => {
      isWanted = false;
      closeAll();
      setShown(nothing);
    };
  }, [client, invoices]);
  return shown;
}

import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OriginalPane } from '../../../../document/web/original/OriginalPane.tsx';
import type { OriginalFile } from '../../../../document/web/original/original-file.ts';
import type { Proposals } from './use-proposals.ts';

export interface DocumentPaneProps {
  readonly file: OriginalFile;
  readonly proposals: Proposals;
}

/** The contract document beside the fields, with the places of the read values (CON-01). */
export function DocumentPane({ file, proposals }: DocumentPaneProps): ReactNode {
  const { t } = useTranslation();
  return (
    <OriginalPane
      key={file.id}
      title={t('contract.reading.document')}
      path={`/api/file/${file.id}`}
      file={file}
      places={proposals.places}
      asked={proposals.asked}
    />
  );
}

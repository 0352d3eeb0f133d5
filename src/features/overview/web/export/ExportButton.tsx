import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownKind } from '../../../../document/web/listed-kind.ts';
import { loadChunk } from '../../../../platform/web/chunk.ts';
import type { Selection } from '../../documents-query.ts';
import type { OverviewSearch } from '../../overview-search.ts';

const ExportDialog = lazy(() =>
  loadChunk(() => import('./ExportDialog.tsx')).then((chunk) => ({ default: chunk.ExportDialog })),
);

export interface ExportButtonProps {
  readonly selection: Selection | null;
  /** The view in the address, for regular exports. */
  readonly search: OverviewSearch;
  readonly kinds: readonly ShownKind[];
  readonly count: number | null;
}

/** Exports all pages of the list with columns chosen by the person (OVW-09, EXP-17). */
export function ExportButton({ selection, search, kinds, count }: ExportButtonProps): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionIcon
        aria-label={t('overview.export.open')}
        title={t('overview.export.open')}
        disabled={selection === null || !count}
        onClick={() => setOpen(true)}
      >
        <IconDownload size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <Suspense fallback={null}>
        {isOpen && selection !== null && count !== null ? (
          <ExportDialog
            selection={selection}
            search={search}
            kinds={kinds}
            count={count}
            onClose={() => setOpen(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}

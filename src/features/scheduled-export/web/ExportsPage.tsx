import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../../platform/web/kit/EmptyState.tsx';
import { PageTitleRow } from '../../../platform/web/kit/PageTitleRow.tsx';
import type { ExportContent } from '../content.ts';
import { ExportForm, type MasterDataChoice } from './ExportForm.tsx';
import { ExportItem, type ListLink } from './ExportItem.tsx';
import classes from './Exports.module.css';
import { exportsOptions, type ListedExport } from './exports-data.ts';

export interface ExportsPageProps {
  /** What a list or table asks to export regularly; null without a wish. */
  readonly wished: ExportContent | null;
  readonly masterData: readonly MasterDataChoice[];
  readonly ListLink: ListLink;
  /** Called when the wish is settled. */
  readonly onSettled: () => void;
}

/** `/exports`: the regular exports of the person, for administrators those of all (EXP-17). */
export function ExportsPage({ wished, masterData, ListLink, onSettled }: ExportsPageProps): ReactNode {
  const { t } = useTranslation();
  const { data: exports, error, refetch } = useQuery(exportsOptions);
  const [edited, setEdited] = useState<ListedExport | 'new' | null>(null);
  const first: ExportContent = { of: 'table', entity: masterData[0]?.table ?? '', text: '' };
  const close = (): void => {
    setEdited(null);
    if (wished !== null) onSettled();
  };
  return (
    <>
      <PageTitleRow title={t('scheduled_export.title')} />
      <div className={classes.page}>
        <p className="quiet">{t('scheduled_export.about')}</p>
        {masterData.length === 0 ? null : (
          <div className={classes.buttons}>
            <Button
              leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
              onClick={() => setEdited('new')}
            >
              {t('scheduled_export.new_master_data')}
            </Button>
          </div>
        )}
        {error !== null && exports === undefined ? (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        ) : null}
        {exports?.length === 0 ? <p className="quiet">{t('scheduled_export.none')}</p> : null}
        <ul
          className={classes.list}
          aria-label={t('scheduled_export.title')}
          aria-busy={exports === undefined}
        >
          {(exports ?? []).map((one) => (
            <ExportItem key={one.id} item={one} ListLink={ListLink} onEdit={() => setEdited(one)} />
          ))}
        </ul>
      </div>
      {edited === null && wished === null ? null : (
        <ExportForm
          stored={edited === 'new' ? null : edited}
          content={edited === null ? (wished ?? first) : first}
          masterData={masterData}
          onClose={close}
        />
      )}
    </>
  );
}

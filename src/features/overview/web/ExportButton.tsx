import { ActionIcon, Button, Checkbox, Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHasRole } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { Selection } from './documents.ts';
import classes from './ExportButton.module.css';
import { columnsFor, type ExportColumnKey } from './export-columns.ts';
import { downloadText, exportedCsv } from './export-documents.ts';

export interface ExportButtonProps {
  readonly selection: Selection | null;
  readonly count: number | null;
}

/** Exports what the list shows, all pages of it, with the columns that the person chooses (OVW-09, EXP-17). */
export function ExportButton({ selection, count }: ExportButtonProps): ReactNode {
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
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        size={520}
        title={t('overview.export.open')}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        {selection === null || count === null ? null : (
          <ExportForm selection={selection} count={count} onStarted={() => setOpen(false)} />
        )}
      </Modal>
    </>
  );
}

interface ExportFormProps {
  readonly selection: Selection;
  readonly count: number;
  readonly onStarted: () => void;
}

function ExportForm({ selection, count, onStarted }: ExportFormProps): ReactNode {
  const { t } = useTranslation();
  const userId = useSession()?.userId ?? 0;
  const offered = columnsFor(useHasRole('user-price'));
  const [chosen, setChosen] = useState(() => rememberedColumns(userId, offered));
  const start = useExport();
  return (
    <>
      <Checkbox.Group
        label={t('overview.export.columns')}
        value={[...chosen]}
        onChange={(keys) => setChosen(offered.filter((key) => keys.includes(key)))}
      >
        <div className={classes.columns}>
          {offered.map((key) => (
            <Checkbox key={key} size="xs" value={key} label={t(`overview.export.column.${key}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={classes.foot}>
        <Button variant="default" onClick={() => setChosen(chosen.length === offered.length ? [] : offered)}>
          {t(chosen.length === offered.length ? 'overview.export.none' : 'overview.export.all')}
        </Button>
        <Button
          disabled={chosen.length === 0}
          onClick={() => {
            rememberColumns(userId, chosen);
            void start(selection, chosen, count);
            onStarted();
          }}
        >
          {t('overview.export.start', { count })}
        </Button>
      </div>
    </>
  );
}

/** Runs beside whatever the person does next; a message tells how far it is and how it ended. */
function useExport() {
  const { t } = useTranslation();
  const format = useFormat();
  return async (selection: Selection, columns: readonly ExportColumnKey[], count: number): Promise<void> => {
    const message = (done: number): string => t('overview.export.progress', { done, count });
    const id = notifications.show({
      message: message(0),
      loading: true,
      autoClose: false,
      withCloseButton: false,
    });
    try {
      const csv = await exportedCsv({
        selection,
        columns,
        t,
        format,
        onProgress: (done) =>
          notifications.update({ id, message: message(done), loading: true, autoClose: false }),
      });
      downloadText(`procurement_${format.dayOf(new Date())}.csv`, csv);
      toastSaved(t('overview.export.done'));
    } catch (failure) {
      toastFailure(failure);
    } finally {
      notifications.hide(id);
    }
  };
}

const storageKey = (userId: number): string => `export-columns:overview:${userId}`;

/** The columns of the last export in this browser; all at first. */
function rememberedColumns(userId: number, offered: readonly ExportColumnKey[]): readonly ExportColumnKey[] {
  const stored = localStorage.getItem(storageKey(userId))?.split(',');
  if (stored === undefined) return offered;
  const known = offered.filter((key) => stored.includes(key));
  return known.length === 0 ? offered : known;
}

function rememberColumns(userId: number, columns: readonly ExportColumnKey[]): void {
  localStorage.setItem(storageKey(userId), columns.join(','));
}

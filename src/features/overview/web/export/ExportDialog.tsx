import { Button, Checkbox, Modal, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownKind } from '../../../../document/web/listed-kind.ts';
import { startExport } from '../../../../platform/web/exports-under-way.ts';
import { useLanguage } from '../../../../platform/web/i18n.ts';
import { FocusBack } from '../../../../platform/web/kit/FocusBack.tsx';
import { useHasRole } from '../../../../platform/web/profile.ts';
import { useSession } from '../../../../platform/web/session.ts';
import { browserStore } from '../../../../platform/web/store.ts';
import { toastFailure } from '../../../../platform/web/toasts.tsx';
import type { ListContent } from '../../../scheduled-export/content.ts';
import type { Selection } from '../../documents-query.ts';
import { isCounted } from '../../documents-query.ts';
import { columnsFor, type ListColumns, titleKey } from '../../export-columns.ts';
import { type ExportFormat, type ExportOrder, exportFormats } from '../../export-order.ts';
import type { OverviewSearch } from '../../overview-search.ts';
import { useListColumns } from '../list/use-list-columns.ts';
import classes from './ExportDialog.module.css';

export interface ExportDialogProps {
  readonly selection: Selection;
  readonly search: OverviewSearch;
  readonly kinds: readonly ShownKind[];
  readonly count: number;
  readonly onClose: () => void;
}

/** Asks for the columns and the format, and starts the export (OVW-09, EXP-17). */
export function ExportDialog({ kinds, onClose, ...props }: ExportDialogProps): ReactNode {
  const { t } = useTranslation();
  const columns = useListColumns(kinds);
  const load = kinds.length === 1 ? kinds[0]?.loadUsualColumns : undefined;
  const usual = useQuery({
    queryKey: ['usual-columns', kinds[0]?.name],
    queryFn: async () => await load?.(),
    enabled: load !== undefined,
  });
  if (columns === null || usual.isLoading) return null;
  return (
    <Modal
      opened
      onClose={onClose}
      size={580}
      title={t('overview.export.open')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <FocusBack />
      <ExportForm {...props} columns={columns} usual={usual.data} onStarted={onClose} />
    </Modal>
  );
}

interface ExportFormProps extends Omit<ExportDialogProps, 'kinds' | 'onClose'> {
  readonly columns: ListColumns;
  /** Columns preselected for the first export; all if undefined. */
  readonly usual: readonly string[] | undefined;
  readonly onStarted: () => void;
}

function ExportForm({
  selection,
  search,
  columns: list,
  usual,
  count,
  onStarted,
}: ExportFormProps): ReactNode {
  const { t } = useTranslation();
  const order = { where: selection.where, order_by: [...selection.order_by] };
  const userId = useSession()?.userId ?? 0;
  const offered = columnsFor(list, useHasRole('user-price'));
  const place = storageKey(list, userId);
  const [chosen, setChosen] = useState(() => rememberedColumns(place, offered, usual));
  const [format, setFormat] = useState<ExportFormat>('xlsx');
  const [isPerLine, setPerLine] = useState(false);
  const language = useLanguage();
  const content = { kind: list.kind, columns: [...chosen] };
  return (
    <>
      <ColumnChoice list={list} offered={offered} chosen={chosen} onChange={setChosen} />
      {Object.keys(list.lines).length === 0 ? null : (
        <Checkbox
          size="xs"
          className={classes.format}
          label={t('overview.export.per_line')}
          checked={isPerLine}
          onChange={(event) => setPerLine(event.currentTarget.checked)}
        />
      )}
      <SegmentedControl
        size="xs"
        className={classes.format}
        aria-label={t('overview.export.format.label')}
        value={format}
        onChange={setFormat}
        data={exportFormats.map((value) => ({ value, label: t(`overview.export.format.${value}`) }))}
      />
      <div className={classes.foot}>
        <RegularButton content={{ of: 'list', search: { ...search }, ...content, is_per_line: isPerLine }} />
        <Button variant="default" onClick={() => setChosen(chosen.length === offered.length ? [] : offered)}>
          {t(chosen.length === offered.length ? 'overview.export.none' : 'overview.export.all')}
        </Button>
        <Button
          disabled={chosen.length === 0}
          onClick={() => {
            browserStore.set(place, chosen.join(','));
            const whole: ExportOrder = { format, ...content, isPerLine, language, ...order };
            startExport('/api/overview/export', whole).catch(toastFailure);
            onStarted();
          }}
        >
          {!isCounted(count) ? t('overview.export.start_all') : t('overview.export.start', { count })}
        </Button>
      </div>
    </>
  );
}

interface ColumnChoiceProps {
  readonly list: ListColumns;
  readonly offered: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

function ColumnChoice({ list, offered, chosen, onChange }: ColumnChoiceProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Checkbox.Group
      label={t('overview.export.columns')}
      value={[...chosen]}
      onChange={(keys) => onChange(offered.filter((key) => keys.includes(key)))}
    >
      <div className={classes.columns}>
        {offered.map((key) => (
          <Checkbox key={key} size="xs" value={key} label={t(titleKey(list, key))} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** Leads to the form that exports the list by a rhythm; nobody sets one up for somebody else. */
function RegularButton({ content }: { readonly content: ListContent }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (useSession()?.isImpersonating) return null;
  return (
    <Button
      variant="default"
      disabled={content.columns.length === 0}
      onClick={() => void navigate({ to: '/exports', search: { content } })}
    >
      {t('scheduled_export.regularly')}
    </Button>
  );
}

function storageKey({ kind }: ListColumns, userId: number): string {
  return `export-columns:${kind ?? 'overview'}:${userId}`;
}

/** Columns of the last export in this browser, initially the usual ones. */
function rememberedColumns(
  place: string,
  offered: readonly string[],
  usual: readonly string[] = offered,
): readonly string[] {
  const stored = browserStore.get(place)?.split(',') ?? usual;
  const known = offered.filter((key) => stored.includes(key));
  return known.length === 0 ? offered : known;
}

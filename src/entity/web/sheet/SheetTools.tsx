import { ActionIcon, Button, TextInput } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowUpRight,
  IconCalendarRepeat,
  IconDownload,
  IconFileSpreadsheet,
  IconRestore,
  IconRowInsertTop,
  IconRowRemove,
  IconSearch,
  IconUpload,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import {
  type MouseEventHandler,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../../../platform/web/download-text.ts';
import { startExport } from '../../../platform/web/exports-under-way.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { toastFailure } from '../../../platform/web/toasts.tsx';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { Entity } from '../../entity.ts';
import type { Typing } from '../../sheet/line.ts';
import { sheetCsv } from '../../sheet/sheet-csv.ts';
import type { TableSettings } from '../../table-order.ts';
import type { Column } from './columns.ts';
import classes from './EntitySheet.module.css';
import { ImportDialog } from './ImportDialog.tsx';
import type { SheetEditing } from './use-sheet.ts';

export interface SheetToolsProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly editing: SheetEditing;
  readonly typing: Typing;
  /** Called before each click. */
  readonly onPress: MouseEventHandler;
  readonly onAddLine: () => void;
  readonly onRemoveLines: () => void;
  /** All selected lines are marked for deletion, so the button restores them. */
  readonly areRemoved: boolean;
  /** Opens the form of the active row; null for an unsaved line. */
  readonly onOpen: (() => void) | null;
  /** Whether the table holds all rows. */
  readonly isWhole: boolean;
  readonly onImportStarted: (job: number) => void;
}

const typingPauseMs = 250;

/** The tools for the whole table. */
export function SheetTools(props: SheetToolsProps): ReactNode {
  const { editing, onPress } = props;
  const { t } = useTranslation();
  return (
    <div className={classes.tools}>
      <SearchField onSearch={editing.setSearch} present={editing.search} />
      <div className={classes.toolGroup}>
        <Tool
          label={t('table.undo')}
          onPress={onPress}
          isDisabled={!editing.canUndo}
          onClick={editing.undo}
          icon={<IconArrowBackUp size={18} stroke={1.6} aria-hidden />}
        />
        <Tool
          label={t('table.redo')}
          onPress={onPress}
          isDisabled={!editing.canRedo}
          onClick={editing.redo}
          icon={<IconArrowForwardUp size={18} stroke={1.6} aria-hidden />}
        />
        <Tool
          label={t('table.add_line')}
          onPress={onPress}
          onClick={props.onAddLine}
          icon={<IconRowInsertTop size={18} stroke={1.6} aria-hidden />}
        />
        <Tool
          label={t(props.areRemoved ? 'table.restore_lines' : 'table.remove_lines')}
          onPress={onPress}
          onClick={props.onRemoveLines}
          icon={
            props.areRemoved ? (
              <IconRestore size={18} stroke={1.6} aria-hidden />
            ) : (
              <IconRowRemove size={18} stroke={1.6} aria-hidden />
            )
          }
        />
        <Tool
          label={t('table.open')}
          onPress={onPress}
          isDisabled={props.onOpen === null}
          onClick={() => props.onOpen?.()}
          icon={<IconArrowUpRight size={18} stroke={1.6} aria-hidden />}
        />
      </div>
      <FileTools {...props} />
    </div>
  );
}

/** Importing and downloading lists. */
function FileTools(props: SheetToolsProps): ReactNode {
  const { entity, columns, editing } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const navigate = useNavigate();
  const [isImporting, setImporting] = useState(false);
  const exportStored = (settings: Omit<TableSettings, 'language'>): void => {
    startExport(`/api/table/${entity.table}/export`, { ...settings, language }).catch(toastFailure);
  };
  // A table that has not loaded all rows is written by the server, as it is stored.
  const exportShown = (): void => {
    if (props.isWhole)
      downloadText(
        `${entity.table}_${format.today()}.csv`,
        sheetCsv(entity, columns, editing.shown, t('table.id')),
      );
    else exportStored({ format: 'csv', text: editing.search });
  };
  return (
    <>
      <div className={classes.toolGroup}>
        <Button
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.6} aria-hidden />}
          onClick={() => setImporting(true)}
        >
          {t('table.import')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
          onClick={exportShown}
        >
          {t('table.export')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={16} stroke={1.6} aria-hidden />}
          onClick={() => exportStored({ format: 'xlsx', text: editing.search })}
        >
          {t('table.export_xlsx')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconCalendarRepeat size={16} stroke={1.6} aria-hidden />}
          onClick={() => {
            const content = { of: 'table', entity: entity.table, text: editing.search } as const;
            void navigate({ to: '/exports', search: { content } });
          }}
        >
          {t('scheduled_export.regularly')}
        </Button>
      </div>
      {isImporting ? (
        <ImportDialog
          entity={entity}
          columns={columns}
          editing={editing}
          typing={props.typing}
          onClose={() => setImporting(false)}
          isWhole={props.isWhole}
          onStarted={props.onImportStarted}
          onTemplate={() => exportStored({ format: 'xlsx', is_template: true })}
        />
      ) : null}
    </>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isDisabled?: boolean;
  readonly onPress: MouseEventHandler;
  readonly onClick: () => void;
}

/** Stays focusable when disabled, so that undoing does not lose the focus. */
function Tool({ label, icon, isDisabled = false, onPress, onClick }: ToolProps): ReactNode {
  return (
    <ActionIcon
      size={32}
      aria-label={label}
      title={label}
      {...(isDisabled && { 'data-disabled': true, 'aria-disabled': true })}
      onMouseDown={onPress}
      onClick={() => {
        if (!isDisabled) onClick();
      }}
    >
      {icon}
    </ActionIcon>
  );
}

interface SearchFieldProps {
  readonly present: string;
  readonly onSearch: (text: string) => void;
}

/** Hides the lines without the text, shortly after the last keystroke. */
function SearchField({ present, onSearch }: SearchFieldProps): ReactNode {
  const { t } = useTranslation();
  const [text, setText] = useState(present);
  // The text searched from here returns with the next render, possibly after the next keystroke.
  const searched = useRef(present);
  const search = useEffectEvent(() => {
    if (text === searched.current) return;
    searched.current = text;
    onSearch(text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each letter.
  useEffect(() => {
    const timer = setTimeout(search, typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  // Other parts clear the search when it hides a red cell.
  useLayoutEffect(() => {
    if (present === searched.current) return;
    searched.current = present;
    setText(present);
  }, [present]);
  return (
    <TextInput
      type="search"
      className={classes.search}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      aria-label={t('table.search')}
      placeholder={t('table.search')}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}

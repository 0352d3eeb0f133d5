import { ActionIcon, Button, TextInput } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDownload,
  IconRowInsertTop,
  IconRowRemove,
  IconSearch,
  IconUpload,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../../../platform/web/download-text.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import type { Entity } from '../../entity.ts';
import type { Typing } from '../../sheet/line.ts';
import { sheetCsv } from '../../sheet/sheet-csv.ts';
import type { Column } from './columns.ts';
import classes from './EntitySheet.module.css';
import { ImportDialog } from './ImportDialog.tsx';
import type { SheetEditing } from './use-sheet.ts';

export interface SheetToolsProps {
  readonly entity: Entity;
  readonly columns: readonly Column[];
  readonly editing: SheetEditing;
  readonly typing: Typing;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onAddLine: () => void;
  readonly onRemoveLines: () => void;
  /** The table holds all rows there are. */
  readonly isWhole: boolean;
  readonly onImportStarted: (job: number) => void;
}

const typingPauseMs = 250;

/** What can be done with the whole table. */
export function SheetTools(props: SheetToolsProps): ReactNode {
  const { entity, columns, editing } = props;
  const { t } = useTranslation();
  const format = useFormat();
  const [isImporting, setImporting] = useState(false);
  const exportShown = (): void => {
    downloadText(`${entity.table}_${format.dayOf(new Date())}.csv`, sheetCsv(entity, columns, editing.shown));
  };
  return (
    <div className={classes.tools}>
      <SearchField onSearch={editing.setSearch} present={editing.search} />
      <Tool
        label={t('table.undo')}
        isDisabled={!editing.canUndo}
        onClick={editing.undo}
        icon={<IconArrowBackUp size={18} stroke={1.6} aria-hidden />}
      />
      <Tool
        label={t('table.redo')}
        isDisabled={!editing.canRedo}
        onClick={editing.redo}
        icon={<IconArrowForwardUp size={18} stroke={1.6} aria-hidden />}
      />
      <Tool
        label={t('table.add_line')}
        onClick={props.onAddLine}
        icon={<IconRowInsertTop size={18} stroke={1.6} aria-hidden />}
      />
      <Tool
        label={t('table.remove_lines')}
        onClick={props.onRemoveLines}
        icon={<IconRowRemove size={18} stroke={1.6} aria-hidden />}
      />
      <span className={classes.spacer} />
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
      <Button disabled={!props.isChanged} loading={props.isSaving} onClick={props.onSave}>
        {t('table.save_table')}
      </Button>
      {isImporting ? (
        <ImportDialog
          entity={entity}
          columns={columns}
          editing={editing}
          typing={props.typing}
          onClose={() => setImporting(false)}
          isWhole={props.isWhole}
          onStarted={props.onImportStarted}
        />
      ) : null}
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

function Tool({ label, icon, isDisabled = false, onClick }: ToolProps): ReactNode {
  return (
    <ActionIcon size={36} aria-label={label} title={label} disabled={isDisabled} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
}

interface SearchFieldProps {
  readonly present: string;
  readonly onSearch: (text: string) => void;
}

/** Hides the lines that do not have the text, a moment after the last letter. */
function SearchField({ present, onSearch }: SearchFieldProps): ReactNode {
  const { t } = useTranslation();
  const [text, setText] = useState(present);
  const search = useEffectEvent(() => {
    if (text !== present) onSearch(text);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each letter.
  useEffect(() => {
    const timer = setTimeout(search, typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  // The search is dropped elsewhere when it hides a red cell.
  useEffect(() => setText(present), [present]);
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

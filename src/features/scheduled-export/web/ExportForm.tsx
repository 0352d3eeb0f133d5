import { Button, Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entityLabelKey } from '../../../entity/labels.ts';
import { useCommand } from '../../../platform/web/command.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { FocusBack } from '../../../platform/web/kit/FocusBack.tsx';
import { useHasRole } from '../../../platform/web/profile.ts';
import { useSession } from '../../../platform/web/session.ts';
import { toastSaved } from '../../../platform/web/toasts.tsx';
import { useDayName, week } from '../../../platform/web/use-day-name.ts';
import { type ExportContent, type FileFormat, fileFormats } from '../content.ts';
import { saveMutation } from '../mutations.ts';
import { lastBankingDay, type Rhythm, rhythms } from '../rhythm.ts';
import classes from './Exports.module.css';
import { choicesOptions, type ListedExport } from './exports-data.ts';
import { typedMinute, writtenMinute } from './minute.ts';

/** A kind of master data that can be exported. */
export interface MasterDataChoice {
  readonly table: string;
  readonly label: string;
}

/** The values of the form. */
interface Draft extends Rhythm {
  readonly name: string;
  readonly content: ExportContent;
  readonly format: FileFormat;
  readonly destination_id: number | null;
  readonly owner_id: number | null;
}

export interface ExportFormProps {
  /** The export that is changed; null for a new one. */
  readonly stored: ListedExport | null;
  /** What a new export shows. */
  readonly content: ExportContent;
  readonly masterData: readonly MasterDataChoice[];
  readonly onClose: () => void;
}

/** Working days at six: before people begin. */
const usual: Rhythm = { rhythm: 'weekly', at_minute: 360, weekdays: [1], month_day: 1 };

function draftOf({ stored, content }: ExportFormProps, name: string, userId: number): Draft {
  if (stored === null)
    return { ...usual, name, content, format: 'xlsx', destination_id: null, owner_id: null };
  const { format, export_destination_id, lb_user, rhythm, at_minute, weekdays, month_day } = stored;
  return {
    ...{ name: stored.name, format, content: stored.content, rhythm, at_minute },
    weekdays: weekdays.length === 0 ? usual.weekdays : weekdays,
    month_day: month_day ?? usual.month_day,
    destination_id: export_destination_id,
    owner_id: lb_user === null || lb_user.id === userId ? null : lb_user.id,
  };
}

/** The name of a list or of a kind of master data, which a new export has until another is typed. */
function useContentName(): (content: ExportContent) => string {
  const { t } = useTranslation();
  return (content) =>
    content.of === 'table'
      ? t(entityLabelKey(content.entity, 'many'))
      : t(`overview.tab.${content.search.tab ?? 'tasks'}`, { defaultValue: '' });
}

/** The draft of an export of this table, with its name unless another was typed. */
function withTable(draft: Draft, entity: string, nameOf: (content: ExportContent) => string): Partial<Draft> {
  if (draft.content.of !== 'table') return {};
  const content = { ...draft.content, entity };
  return draft.name === nameOf(draft.content) ? { content, name: nameOf(content) } : { content };
}

/** Asks for name, rhythm, format and destination of a regular export (EXP-17). */
export function ExportForm(props: ExportFormProps): ReactNode {
  const { stored, masterData, onClose } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const userId = useSession()?.userId ?? 0;
  const nameOf = useContentName();
  const [draft, setDraft] = useState(() => draftOf(props, nameOf(props.content), userId));
  const set = (change: Partial<Draft>): void => setDraft((now) => ({ ...now, ...change }));
  const chooseTable = (entity: string): void => set(withTable(draft, entity, nameOf));
  const { run, isPending } = useCommand(saveMutation, {
    onDone: () => {
      toastSaved();
      onClose();
    },
  });
  const isWhole = draft.name.trim() !== '' && (draft.rhythm !== 'weekly' || draft.weekdays.length > 0);
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={t(stored === null ? 'scheduled_export.new' : 'scheduled_export.change')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <FocusBack />
      <div className={classes.form}>
        <TextInput
          label={t('scheduled_export.name')}
          value={draft.name}
          maxLength={60}
          required
          data-autofocus
          onChange={({ currentTarget: { value } }) => set({ name: value })}
        />
        {draft.content.of === 'table' ? (
          <NativeSelect
            label={t('scheduled_export.master_data')}
            value={draft.content.entity}
            data={masterData.map(({ table, label }) => ({ value: table, label }))}
            onChange={({ currentTarget: { value } }) => chooseTable(value)}
          />
        ) : null}
        <RhythmFields rhythm={draft} onChange={set} />
        <NativeSelect
          label={t('overview.export.format.label')}
          value={draft.format}
          data={fileFormats.map((value) => ({ value, label: t(`overview.export.format.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            set({ format: fileFormats.find((known) => known === value) ?? 'csv' })
          }
        />
        <WhereTo draft={draft} isNew={stored === null} onChange={set} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('scheduled_export.cancel')}
          </Button>
          <Button
            disabled={!isWhole}
            loading={isPending}
            onClick={() => void run({ ...draft, id: stored?.id ?? null, language })}
          >
            {t('scheduled_export.save')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

interface FieldsProps {
  readonly onChange: (change: Partial<Draft>) => void;
}

/** How often, on which days, and at which time of the tenant. */
function RhythmFields({ rhythm: now, onChange }: FieldsProps & { readonly rhythm: Rhythm }): ReactNode {
  const { t } = useTranslation();
  const dayName = useDayName();
  return (
    <>
      <NativeSelect
        label={t('scheduled_export.rhythm.label')}
        value={now.rhythm}
        data={rhythms.map((value) => ({ value, label: t(`scheduled_export.rhythm.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ rhythm: rhythms.find((known) => known === value) ?? 'daily' })
        }
      />
      {now.rhythm === 'weekly' ? (
        <Checkbox.Group
          label={t('scheduled_export.weekdays')}
          value={now.weekdays.map(String)}
          onChange={(chosen) => onChange({ weekdays: chosen.map(Number).toSorted() })}
        >
          <div className={classes.days}>
            {week.map((day) => (
              <Checkbox key={day} value={String(day)} label={dayName(day)} />
            ))}
          </div>
        </Checkbox.Group>
      ) : null}
      {now.rhythm === 'monthly' ? (
        <NativeSelect
          label={t('scheduled_export.month_day')}
          value={String(now.month_day)}
          data={Array.from({ length: 32 }, (_, day) => ({
            value: String(day),
            label:
              day === lastBankingDay
                ? t('scheduled_export.last_banking_day')
                : t('scheduled_export.day', { day }),
          }))}
          onChange={({ currentTarget: { value } }) => onChange({ month_day: Number(value) })}
        />
      ) : null}
      <TextInput
        type="time"
        label={t('scheduled_export.time')}
        value={writtenMinute(now.at_minute)}
        onChange={({ currentTarget: { value } }) =>
          onChange({ at_minute: typedMinute(value) ?? now.at_minute })
        }
      />
    </>
  );
}

interface WhereToProps extends FieldsProps {
  readonly draft: Draft;
  /** The owner is chosen once. */
  readonly isNew: boolean;
}

/** The destination, and for administrators the account whose rights count. */
function WhereTo({ draft, isNew, onChange }: WhereToProps): ReactNode {
  const { t } = useTranslation();
  const isAdmin = useHasRole('user-admin');
  const email = useSession()?.email ?? '';
  const { data: { destinations, accounts } = { destinations: [], accounts: [] } } = useQuery(
    choicesOptions(isAdmin),
  );
  const ids = (value: string): number | null => (value === '' ? null : Number(value));
  return (
    <>
      {accounts.length === 0 || !isNew ? null : (
        <NativeSelect
          label={t('scheduled_export.owner')}
          value={String(draft.owner_id ?? '')}
          data={[
            { value: '', label: t('scheduled_export.oneself') },
            ...accounts.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ owner_id: ids(value) })}
        />
      )}
      <NativeSelect
        label={t('scheduled_export.destination')}
        description={t('scheduled_export.destination_hint')}
        value={String(draft.destination_id ?? '')}
        data={[
          { value: '', label: t('scheduled_export.own_address', { email }) },
          ...destinations.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ destination_id: ids(value) })}
      />
    </>
  );
}

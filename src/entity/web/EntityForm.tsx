import { Button, Skeleton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../base/language.ts';
import { useLanguage } from '../../platform/web/i18n.ts';
import { CommandConfirmation } from '../../platform/web/kit/ConfirmDialog.tsx';
import { ErrorState } from '../../platform/web/kit/EmptyState.tsx';
import {
  focusFirstError,
  focusFirstField,
  hasUnreadableField,
  unreadProblems,
} from '../../platform/web/kit/form-focus.ts';
import { LeaveGuard, type LeaveGuardProps } from '../../platform/web/kit/LeaveGuard.tsx';
import { PageTitleRow } from '../../platform/web/kit/PageTitleRow.tsx';
import { forgetUnread, useUnreadCount } from '../../platform/web/kit/unread-fields.ts';
import { useSaveKey } from '../../platform/web/kit/use-key-down.ts';
import { changedFields, changedInChildren, retiredRows } from '../draft.ts';
import type { Entity, Row, Tab, TabPart } from '../entity.ts';
import { translatedName } from '../kinds/translated.ts';
import { entityLabelKey } from '../labels.ts';
import type { ReadRecord } from '../record.ts';
import { ActiveBadge } from './ActiveBadge.tsx';
import classes from './EntityForm.module.css';
import { type SaveQuestionProps, useCatalog, useEntities } from './entity-catalog.tsx';
import { type RecordStore, recordOptions, tableStore } from './entity-data.ts';
import { FormPart } from './FormPart.tsx';
import { FormProblems } from './FormProblems.tsx';
import { FormTabs } from './FormTabs.tsx';
import { shownTabs, tabOfProblem } from './form-tabs.ts';
import { rememberSaved } from './highlight.ts';
import { MarkBadges } from './MarkBadges.tsx';
import { RecordConflicts } from './RecordConflicts.tsx';
import { PageForm, SaveBar } from './RecordPage.tsx';
import { RowMenu } from './RowMenu.tsx';
import { type EntityFormState, useEntityForm } from './use-entity-form.ts';
import { useModules } from './use-modules.ts';

export interface EntityFormProps {
  readonly entity: Entity;
  /** Where the record is stored, if not in the table of the entity. */
  readonly store?: RecordStore;
  /** The title of the page; by default the name of the record. */
  readonly title?: string;
  /** Null for a new record. */
  readonly id: number | null;
  readonly tab: string | null;
  readonly onTab: (tab: string) => void;
  readonly onBack: () => void;
  /** Called after a new record was saved. */
  readonly onCreated: (id: number) => void;
}

/** The form of a declared entity: tabs, fields, children and links, saved in one transaction. */
export function EntityForm(props: EntityFormProps): ReactNode {
  const { entity, id, onBack } = props;
  const { t } = useTranslation();
  const entities = useEntities();
  const store = props.store ?? tableStore(entity, entities);
  const { data, error, refetch } = useQuery({
    ...recordOptions(store, id ?? 0),
    enabled: id !== null,
    // Edits are based on the read record, so an old copy must not be reused.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (id === null) return <LoadedForm {...props} store={store} read={null} />;
  if (data !== undefined) return <LoadedForm {...props} store={store} read={data} />;
  return (
    <>
      <PageTitleRow title={props.title ?? t(entityLabelKey(entity.table, 'one'))} onBack={onBack} />
      {error === null ? (
        <div className={classes.waiting} aria-busy="true">
          <Skeleton height={40} />
          <Skeleton height={220} />
        </div>
      ) : (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      )}
    </>
  );
}

interface LoadedFormProps extends EntityFormProps {
  readonly store: RecordStore;
  readonly read: ReadRecord | null;
}

function LoadedForm(props: LoadedFormProps): ReactNode {
  const { entity, id, read } = props;
  const { t } = useTranslation();
  const { hands, questions, waiting: Waiting, isReadOnly = false } = useCatalog();
  const language = useLanguage();
  const form = useEntityForm(entity, props.store, read);
  const page = useRef<HTMLFormElement>(null);
  const tabs = shownTabs(entity, useModules(), hands);
  const tab = tabs.find(({ name }) => name === props.tab) ?? tabs[0];
  const { save, question, isLeaving } = useSaving(props, form, page);
  const Question = questions[entity.table]?.Part;
  const isChanged = useUnreadCount() > 0 || form.changes > 0;
  useFirstProblem(form, tabs, tab, props.onTab);
  useFirstError(form.findings, page);
  useSaveKey(() => {
    if (isChanged && !form.isPending) save();
  });
  useEffect(() => {
    if (id === null && page.current) focusFirstField(page.current);
  }, [id]);
  if (tab === undefined) return null;
  // A text that cannot be read exists only in its field: leaving the tab would lose it.
  const goTo = (name: string): void => {
    if (page.current && hasUnreadableField(page.current)) focusFirstError(page.current);
    else props.onTab(name);
  };
  const discard = (): void => {
    form.discard();
    if (page.current) forgetUnread(page.current);
  };
  return (
    <>
      <RecordTitle {...props} form={form} />
      <RecordConflicts entity={entity} form={form} />
      {Waiting === null || id === null ? null : <Waiting table={entity.table} id={id} field={null} />}
      <FormTabs entity={entity} tabs={tabs} tab={tab.name} form={form} onTab={goTo} />
      <PageForm
        page={page}
        isReadOnly={isReadOnly}
        onSubmit={() => {
          if ((isChanged || id === null) && !form.isPending) save();
        }}
      >
        <RecordFields {...props} form={form} tabs={tabs} shown={tab} onTab={goTo} />
      </PageForm>
      {isReadOnly ? null : (
        <SaveBar
          form={form}
          tabs={tabs}
          onSave={isChanged || id === null ? save : null}
          onDiscard={isChanged ? discard : null}
        />
      )}
      <CommandConfirmation command={form} actionLabel={t('entity.save')} />
      <LeaveGuard isDirty={isChanged && !isLeaving} isLeaving={leavesRecord} />
      {Question && question && id !== null ? (
        <Question
          entity={entity}
          id={id}
          name={titleOf(entity, form.draft.values, language)}
          isSavedAfter
          {...question}
        />
      ) : null}
    </>
  );
}

interface PartProps extends LoadedFormProps {
  readonly form: EntityFormState;
}

/** The name of the record, its state, and its actions besides editing. */
function RecordTitle(props: PartProps): ReactNode {
  const { entity, id, read, form, title, onBack } = props;
  const { t } = useTranslation();
  const { history: History, actions } = useCatalog();
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const Actions = actions[entity.table];
  const { values } = form.draft;
  const stored = read?.record.values ?? {};
  const language = useLanguage();
  const named = titleOf(entity, values, language) || titleOf(entity, stored, language);
  const marks = read?.marks ?? [];
  const isActive = stored.active !== false;
  return (
    <>
      <PageTitleRow
        title={title ?? (named || t(entityLabelKey(entity.table, 'new')))}
        onBack={onBack}
        status={
          <>
            {'active' in entity.fields ? <ActiveBadge active={values.active === true} /> : null}
            <MarkBadges entity={entity} marks={marks} />
          </>
        }
      >
        {Actions && id !== null && isActive ? <Actions id={id} marks={marks} isMenu={false} /> : null}
        {id === null || History === null ? null : (
          <Button
            variant="default"
            leftSection={<IconHistory size={16} stroke={1.6} aria-hidden />}
            onClick={() => setHistoryOpen(true)}
          >
            {t('entity.history')}
          </Button>
        )}
        <RecordMenu {...props} name={named} />
      </PageTitleRow>
      {History !== null && isHistoryOpen && id !== null ? (
        <History table={entity.table} id={id} onClose={() => setHistoryOpen(false)} />
      ) : null}
    </>
  );
}

/** Deactivate, reactivate and delete, as in the list. */
function RecordMenu({
  entity,
  id,
  read,
  name,
  store,
  onBack,
}: PartProps & { readonly name: string }): ReactNode {
  const queryClient = useQueryClient();
  if (id === null || read === null || !('active' in entity.fields)) return null;
  const row = { id, active: read.record.values.active !== false, marks: read.marks };
  return (
    <RowMenu
      entity={entity}
      row={row}
      name={name}
      isOfForm
      onDone={(isDeleted) =>
        isDeleted ? onBack() : void queryClient.invalidateQueries({ queryKey: store.key(id) })
      }
    />
  );
}

interface FieldsProps extends PartProps {
  readonly tabs: readonly Tab[];
  readonly shown: Tab;
}

/** The parts of the tab, with problems and side parts beside them. */
function RecordFields({ entity, id, read, form, tabs, shown, onTab }: FieldsProps): ReactNode {
  const { usage: Usage } = useCatalog();
  const isFirst = shown === tabs[0];
  const asides = isFirst ? entity.aside : [];
  const isUsed = isFirst && id !== null && Usage !== null && 'active' in entity.fields;
  const part = (each: TabPart): ReactNode => (
    <FormPart
      key={Object.entries(each).join(' ')}
      {...{ entity, id, form }}
      part={each}
      notes={read?.notes ?? new Map()}
      secrets={read?.secrets ?? []}
      flags={read?.flags ?? []}
    />
  );
  return (
    <>
      <div
        className={classes.parts}
        id="entity-tab"
        {...(tabs.length > 1 && { role: 'tabpanel', 'aria-labelledby': `tab-${shown.name}` })}
      >
        {shown.parts.map(part)}
      </div>
      {form.problems.size > 0 || asides.length > 0 || isUsed ? (
        <aside className={classes.aside}>
          <FormProblems entity={entity} tabs={tabs} form={form} onTab={onTab} />
          {asides.map(part)}
          {isUsed ? <Usage entity={entity} id={id} /> : null}
        </aside>
      ) : null}
    </>
  );
}

interface Saving {
  readonly save: () => void;
  /** Set while the person is asked about the effects of the change on other records (ADM-10). */
  readonly question: Pick<SaveQuestionProps, 'retired' | 'changed' | 'edited' | 'onDone' | 'onClose'> | null;
  readonly isLeaving: boolean;
}

/** Saves readable values; a new record moves to its own address once it is saved. */
function useSaving(
  { entity, id, read, onCreated }: LoadedFormProps,
  form: EntityFormState,
  page: RefObject<HTMLFormElement | null>,
): Saving {
  const asked = useCatalog().questions[entity.table];
  const [isAsking, setAsking] = useState(false);
  const [created, setCreated] = useState<number | null>(null);
  const leave = useEffectEvent(onCreated);
  useEffect(() => {
    if (created !== null) leave(created);
  }, [created]);
  const run = async (isWaitingReported = false): Promise<void> => {
    const saved = await form.save(page.current ? unreadProblems(page.current) : [], isWaitingReported);
    if (saved === null) return;
    rememberSaved(entity.table, saved);
    if (id === null) setCreated(saved);
  };
  const retired = read === null ? [] : retiredRows(entity, read.record, form.draft);
  const changed =
    read === null
      ? []
      : [changedFields, changedInChildren].flatMap((changes) => changes(entity, read.record, form.draft));
  const edited = read === null ? undefined : { before: read.record, after: form.draft };
  const isNeeded =
    edited !== undefined &&
    asked?.isNeeded({
      entity,
      before: edited.before.values,
      after: edited.after.values,
      changed,
      retired,
      edited,
    }) === true;
  return {
    save: () => (isNeeded ? setAsking(true) : void run()),
    question: isAsking
      ? { retired, changed, edited, onDone: () => void run(true), onClose: () => setAsking(false) }
      : null,
    isLeaving: created !== null,
  };
}

/** Opens the first tab with a problem (VAL-45). */
function useFirstProblem(
  { findings, problems }: EntityFormState,
  tabs: readonly Tab[],
  shown: Tab | undefined,
  onTab: (tab: string) => void,
): void {
  const open = useEffectEvent(() => {
    const wrong = new Set([...problems.keys()].map((path) => tabOfProblem(tabs, path)));
    const first = tabs.find(({ name }) => wrong.has(name));
    if (first !== undefined && first !== shown) onTab(first.name);
  });
  useEffect(() => {
    if (findings > 0) open();
  }, [findings]);
}

/** Changing the tab of the same form is not leaving it. */
const leavesRecord: LeaveGuardProps['isLeaving'] = ({ current, next }) => {
  const idOf = ({ search }: { readonly search: unknown }): unknown => (search as { id?: unknown }).id;
  return current.pathname !== next.pathname || idOf(current) !== idOf(next);
};

/** The title in the reader's language (I18N-07). */
function titleOf(entity: Entity, values: Row, language: Language): string {
  const named: Row = { ...values, name: translatedName(values, language) };
  return entity.label
    .map((name) => named[name] ?? '')
    .join(' ')
    .trim();
}

/** Focuses the first invalid field as soon as its tab is shown (VAL-45). */
function useFirstError(findings: number, page: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    if (findings === 0) return;
    const frame = requestAnimationFrame(() => {
      if (page.current) focusFirstError(page.current);
    });
    return () => cancelAnimationFrame(frame);
  }, [findings, page]);
}

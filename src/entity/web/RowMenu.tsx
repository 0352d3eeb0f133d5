import { ActionIcon, Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconDots, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiRefusal } from '../../platform/web/failure.ts';
import { ConfirmDialog } from '../../platform/web/kit/ConfirmDialog.tsx';
import { toastFailure, toastSaved } from '../../platform/web/toasts.tsx';
import { useAction } from '../../platform/web/use-action.ts';
import type { Entity } from '../entity.ts';
import { useCatalog } from './entity-catalog.tsx';
import { deleteRecord, setActive } from './entity-data.ts';
import { rememberSaved } from './highlight.ts';
import type { ListedRow } from './list-data.ts';

export interface RowMenuProps {
  readonly entity: Entity;
  readonly row: Pick<ListedRow, 'id' | 'active' | 'marks'>;
  readonly name: string;
  /** The form of the record shows the record's own actions beside the menu. */
  readonly isOfForm?: boolean;
  /** Called after a change or deletion. */
  readonly onDone?: (isDeleted: boolean) => void;
}

/** The actions on a record in its row or on its form; none for read-only records (ARC-04). */
export function RowMenu(props: RowMenuProps): ReactNode {
  return useCatalog().isReadOnly ? null : <ChangingMenu {...props} />;
}

/** Deactivate, reactivate, delete (LIST-03); referenced records are deactivated instead (ADM-18). */
function ChangingMenu({ entity, row, name, isOfForm = false, onDone }: RowMenuProps): ReactNode {
  const { t } = useTranslation();
  const { actions, questions } = useCatalog();
  const Actions = actions[entity.table];
  const question = questions[entity.table];
  const retired = [{ table: entity.table, ids: [row.id] }];
  const isNeeded = question?.isNeeded({
    entity,
    before: { active: true },
    after: { active: false },
    changed: ['active'],
    retired,
  });
  const Retiring = isNeeded ? question?.Part : undefined;
  const change = useRowChange(entity, row, Retiring !== undefined, onDone);
  const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon aria-label={t('entity.actions_of', { name })} {...(isOfForm && { variant: 'default' })}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {Actions && row.active && !isOfForm ? <Actions id={row.id} marks={row.marks} isMenu /> : null}
          {row.active ? (
            <Menu.Item leftSection={<IconArchive {...icon} />} onClick={change.retire}>
              {t('entity.deactivate')}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconArchiveOff {...icon} />} onClick={() => change.setState(true)}>
              {t('entity.reactivate')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => change.ask('delete')}>
            {t('entity.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Questions name={name} isActive={row.active} change={change} />
      {Retiring && change.asked === 'retire' ? (
        <Retiring
          entity={entity}
          id={row.id}
          name={name}
          retired={retired}
          changed={['active']}
          isSavedAfter={false}
          onDone={() => {
            rememberSaved(entity.table, row.id);
            onDone?.(false);
          }}
          onClose={() => change.ask(null)}
        />
      ) : null}
    </>
  );
}

interface QuestionsProps {
  readonly name: string;
  readonly isActive: boolean;
  readonly change: RowChange;
}

/** Asks whether to delete the row, and offers to deactivate it where it cannot be deleted. */
function Questions({ name, isActive, change }: QuestionsProps): ReactNode {
  const { t } = useTranslation();
  const isOffer = change.asked === 'in_use' && isActive;
  const close = (): void => change.ask(null);
  return (
    <>
      <ConfirmDialog
        opened={change.asked === 'delete'}
        title={t('entity.delete_title', { name })}
        actionLabel={t('entity.delete')}
        isDestructive
        isPending={change.isPending}
        onConfirm={change.remove}
        onClose={close}
      >
        {t('entity.delete_text')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={change.asked === 'in_use'}
        title={t('entity.in_use_title', { name })}
        actionLabel={t(isOffer ? 'entity.deactivate' : 'shell.close')}
        isPending={change.isPending}
        onConfirm={isOffer ? change.retire : close}
        onClose={close}
      >
        {t(isOffer ? 'entity.in_use_text' : 'entity.in_use_inactive_text')}
      </ConfirmDialog>
    </>
  );
}

type Question = 'delete' | 'in_use' | 'retire';

interface RowChange {
  readonly asked: Question | null;
  readonly ask: (question: Question | null) => void;
  readonly isPending: boolean;
  readonly setState: (active: boolean) => void;
  /** Deactivates, after the table's own question if it has one. */
  readonly retire: () => void;
  readonly remove: () => void;
}

/** Changes a row; deleting a referenced row leads to a second question. */
function useRowChange(
  entity: Entity,
  row: RowMenuProps['row'],
  isAskedBefore: boolean,
  onDone: RowMenuProps['onDone'],
): RowChange {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Question | null>(null);
  const { isPending, perform } = useAction((failure) => {
    const isUsed = failure instanceof ApiRefusal && failure.code === 'foreign_key_violation';
    setAsked(isUsed && asked === 'delete' ? 'in_use' : null);
    if (!isUsed) toastFailure(failure);
  });
  const run = (action: () => Promise<void>, message: string, isDeleted = false): Promise<boolean> =>
    perform(async () => {
      await action();
      setAsked(null);
      toastSaved(message);
      onDone?.(isDeleted);
    });
  const setState = (active: boolean): void => {
    rememberSaved(entity.table, row.id);
    void run(
      () => setActive(entity, row.id, active),
      t(active ? 'entity.reactivated' : 'entity.deactivated'),
    );
  };
  return {
    asked,
    ask: setAsked,
    isPending,
    setState,
    retire: () => (isAskedBefore ? setAsked('retire') : setState(false)),
    remove: () => void run(() => deleteRecord(entity, row.id), t('entity.deleted'), true),
  };
}

import { ActionIcon, Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconDots, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiRefusal } from '../../platform/web/failure.ts';
import { ConfirmDialog } from '../../platform/web/kit/ConfirmDialog.tsx';
import { toastFailure, toastSaved } from '../../platform/web/toasts.tsx';
import type { Entity } from '../entity.ts';
import { useCatalog } from './entity-catalog.tsx';
import { deleteRecord, setActive } from './entity-data.ts';
import { rememberSaved } from './highlight.ts';
import type { ListedRow } from './list-data.ts';

export interface RowMenuProps {
  readonly entity: Entity;
  readonly row: ListedRow;
  readonly name: string;
}

/** Deactivate, reactivate, delete (LIST-03); what something points to is deactivated instead (ADM-18). */
export function RowMenu({ entity, row, name }: RowMenuProps): ReactNode {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<'delete' | 'in_use' | null>(null);
  const [isPending, setPending] = useState(false);
  const run = async (action: () => Promise<void>, message: string): Promise<void> => {
    setPending(true);
    try {
      await action();
      setAsked(null);
      toastSaved(message);
    } catch (failure) {
      const isUsed = failure instanceof ApiRefusal && failure.code === 'foreign_key_violation';
      setAsked(isUsed && asked === 'delete' ? 'in_use' : null);
      if (!isUsed) toastFailure(failure);
    } finally {
      setPending(false);
    }
  };
  const setState = (active: boolean): void => {
    rememberSaved(entity.table, row.id);
    void run(
      () => setActive(entity, row.id, active),
      t(active ? 'entity.reactivated' : 'entity.deactivated'),
    );
  };
  const Actions = useCatalog().actions[entity.table];
  const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;
  const isOffer = asked === 'in_use' && row.active;
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon aria-label={t('entity.actions_of', { name })}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {Actions && row.active ? <Actions id={row.id} marks={row.marks} isMenu /> : null}
          {row.active ? (
            <Menu.Item leftSection={<IconArchive {...icon} />} onClick={() => setState(false)}>
              {t('entity.deactivate')}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconArchiveOff {...icon} />} onClick={() => setState(true)}>
              {t('entity.reactivate')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => setAsked('delete')}>
            {t('entity.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={asked === 'delete'}
        title={t('entity.delete_title', { name })}
        actionLabel={t('entity.delete')}
        isDestructive
        isPending={isPending}
        onConfirm={() => void run(() => deleteRecord(entity, row.id), t('entity.deleted'))}
        onClose={() => setAsked(null)}
      >
        {t('entity.delete_text')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'in_use'}
        title={t('entity.in_use_title', { name })}
        actionLabel={t(isOffer ? 'entity.deactivate' : 'shell.close')}
        isPending={isPending}
        onConfirm={() => (isOffer ? setState(false) : setAsked(null))}
        onClose={() => setAsked(null)}
      >
        {t(isOffer ? 'entity.in_use_text' : 'entity.in_use_inactive_text')}
      </ConfirmDialog>
    </>
  );
}

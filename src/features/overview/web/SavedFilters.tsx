import { ActionIcon, Button, Menu, Modal } from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../platform/web/failure-text.ts';
import { TextField } from '../../../platform/web/kit/TextField.tsx';
import { useSession } from '../../../platform/web/session.ts';
import { toastFailure, toastSaved } from '../../../platform/web/toasts.tsx';
import { searchOfFilter, viewOf } from '../overview-search.ts';
import classes from './SavedFilters.module.css';
import {
  deleteFilter,
  longestName,
  renameFilter,
  type SavedFilter,
  savedFiltersOptions,
  saveFilter,
} from './saved-filters.ts';
import type { ShownView } from './use-overview-view.ts';

/** Filters under a name: apply, save, rename, delete (OVW-04). */
export function SavedFilters({ view }: { readonly view: ShownView }): ReactNode {
  const { t } = useTranslation();
  const { data: saved = [] } = useQuery(savedFiltersOptions);
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const query = searchOfFilter(view.filter, view.sort);
  const apply = ({ query: kept }: SavedFilter): void => {
    const { filter, sort } = viewOf({ ...kept });
    view.show({ filter, sort });
  };
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon aria-label={t('overview.saved.title')} title={t('overview.saved.title')}>
            <IconBookmark size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {saved.map((filter) => (
            <Menu.Item key={filter.id} className={classes.item} onClick={() => apply(filter)}>
              {filter.name}
            </Menu.Item>
          ))}
          {saved.length === 0 ? <Menu.Label>{t('overview.saved.none')}</Menu.Label> : <Menu.Divider />}
          <Menu.Item disabled={Object.keys(query).length === 0} onClick={() => setDialog('save')}>
            {t('overview.saved.save')}
          </Menu.Item>
          {saved.length === 0 ? null : (
            <Menu.Item onClick={() => setDialog('manage')}>{t('overview.saved.manage')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={dialog !== null}
        onClose={() => setDialog(null)}
        size={440}
        title={t(dialog === 'manage' ? 'overview.saved.title' : 'overview.saved.save')}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        {dialog === 'save' ? <SaveForm query={query} onDone={() => setDialog(null)} /> : null}
        {dialog === 'manage' ? saved.map((filter) => <SavedRow key={filter.id} filter={filter} />) : null}
      </Modal>
    </>
  );
}

interface NameForm {
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly problem: string | null;
  readonly isPending: boolean;
  readonly onSubmit: (event: FormEvent) => void;
}

/** A name and what is done with it; a name that exists already is said below the field. */
function useNameForm(start: string, act: (name: string) => Promise<void>): NameForm {
  const { t } = useTranslation();
  const [name, setName] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const submit = async (): Promise<void> => {
    if (name.trim() === '') {
      setProblem(t('error.field_required'));
      return;
    }
    setPending(true);
    setProblem(null);
    try {
      await act(name.trim());
      toastSaved();
    } catch (failure) {
      setProblem(failureText(failure));
    } finally {
      setPending(false);
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void submit();
  };
  return { name, setName, problem, isPending, onSubmit };
}

function SaveForm({
  query,
  onDone,
}: {
  readonly query: SavedFilter['query'];
  readonly onDone: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const userId = useSession()?.userId ?? 0;
  const form = useNameForm('', async (name) => {
    await saveFilter(userId, name, query);
    onDone();
  });
  return (
    <form onSubmit={form.onSubmit} noValidate className={classes.form}>
      <TextField
        label={t('overview.saved.name')}
        value={form.name}
        onChange={form.setName}
        error={form.problem}
        maxLength={longestName}
        required
        autoFocus
      />
      <div className={classes.foot}>
        <Button type="submit" loading={form.isPending}>
          {t('overview.saved.save_now')}
        </Button>
      </div>
    </form>
  );
}

function SavedRow({ filter }: { readonly filter: SavedFilter }): ReactNode {
  const { t } = useTranslation();
  const form = useNameForm(filter.name, (name) => renameFilter(filter.id, name));
  return (
    <form onSubmit={form.onSubmit} noValidate className={classes.row}>
      <TextField
        label={t('overview.saved.name')}
        isLabelHidden
        value={form.name}
        onChange={form.setName}
        error={form.problem}
        maxLength={longestName}
      />
      <Button
        type="submit"
        variant="default"
        loading={form.isPending}
        disabled={form.name.trim() === filter.name}
      >
        {t('overview.saved.rename')}
      </Button>
      <ActionIcon
        aria-label={t('overview.saved.delete', { name: filter.name })}
        onClick={() => void deleteFilter(filter.id).catch(toastFailure)}
      >
        <IconTrash size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </form>
  );
}

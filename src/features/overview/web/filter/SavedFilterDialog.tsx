import { ActionIcon, Button, Modal } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FocusBack } from '../../../../platform/web/kit/FocusBack.tsx';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useSession } from '../../../../platform/web/session.ts';
import { toastFailure, toastSaved } from '../../../../platform/web/toasts.tsx';
import { useExplainedAction } from '../../../../platform/web/use-action.ts';
import { longestFilterName } from '../../saved-filter.ts';
import classes from './SavedFilters.module.css';
import { deleteFilter, renameFilter, type SavedFilter, saveFilter } from './saved-filters.ts';

export type SavedFilterDialogKind = 'save' | 'manage';

export interface SavedFilterDialogProps {
  /** Null when closed. */
  readonly kind: SavedFilterDialogKind | null;
  readonly saved: readonly SavedFilter[];
  readonly query: SavedFilter['query'];
  readonly onClose: () => void;
}

/** Saves the current filters under a name, or renames and deletes saved ones. */
export function SavedFilterDialog({ kind, saved, query, onClose }: SavedFilterDialogProps): ReactNode {
  const { t } = useTranslation();
  return (
    <Modal
      opened={kind !== null}
      onClose={onClose}
      size={440}
      title={t(kind === 'manage' ? 'overview.saved.title' : 'overview.saved.save')}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <FocusBack />
      {kind === 'save' ? <SaveForm query={query} onDone={onClose} /> : null}
      {kind === 'manage' ? saved.map((filter) => <SavedRow key={filter.id} filter={filter} />) : null}
    </Modal>
  );
}

interface NameForm {
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly problem: string | null;
  readonly isPending: boolean;
  readonly onSubmit: (event: FormEvent) => void;
}

/** A name form; a name already in use is reported below the field. */
function useNameForm(start: string, act: (name: string) => Promise<void>): NameForm {
  const { t } = useTranslation();
  const [name, setName] = useState(start);
  const { isPending, problem, setProblem, perform } = useExplainedAction();
  const submit = async (): Promise<void> => {
    if (name.trim() === '') {
      setProblem(t('error.field_required'));
      return;
    }
    await perform(async () => {
      await act(name.trim());
      toastSaved();
    });
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
        maxLength={longestFilterName}
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
        maxLength={longestFilterName}
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

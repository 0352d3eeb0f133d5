import { ActionIcon, Menu } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListed } from '../../../../document/web/listed-kind.ts';
import { loadFirstChunk } from '../../../../platform/web/chunk.ts';
import { usePart } from '../../../../platform/web/use-part.ts';
import { searchOfFilter, viewOf } from '../../overview-search.ts';
import type { ShownView } from '../use-overview-view.ts';
import type { SavedFilterDialogKind } from './SavedFilterDialog.tsx';
import classes from './SavedFilters.module.css';
import { type SavedFilter, savedFiltersOptions } from './saved-filters.ts';

const loadDialog = () => loadFirstChunk(() => import('./SavedFilterDialog.tsx'));

/** Saved filters: apply, save, rename, delete (OVW-04). */
export function SavedFilters({ view }: { readonly view: ShownView }): ReactNode {
  const { t } = useTranslation();
  const listed = useListed();
  const { data: saved = [] } = useQuery(savedFiltersOptions);
  const [dialog, setDialog] = useState<SavedFilterDialogKind | null>(null);
  const dialogs = usePart(loadDialog, dialog !== null);
  const query = searchOfFilter(view.filter, view.sort);
  const apply = ({ query: kept }: SavedFilter): void => {
    const { filter, sort } = viewOf({ ...kept }, listed);
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
      {dialogs === null ? null : (
        <dialogs.SavedFilterDialog
          kind={dialog}
          saved={saved}
          query={query}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useEntities } from '../../../../entity/web/entity-catalog.tsx';
import { findRows } from '../../../../entity/web/entity-data.ts';
import { SearchSelect, type SelectOption } from '../../../../platform/web/kit/SearchSelect.tsx';
import { useAction } from '../../../../platform/web/use-action.ts';
import classes from '../Account.module.css';
import { type DirectoryGroup, mapGroup } from './directory-data.ts';

/** The groups of the directory, each with the task group that its members join. */
export function DirectoryGroups({ groups }: { readonly groups: readonly DirectoryGroup[] }): ReactNode {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <section className={classes.part} aria-labelledby={heading}>
      <h2 id={heading} className={classes.title}>
        {t('people.directory.groups')}
      </h2>
      <p className={classes.note}>{t('people.directory.groups_hint')}</p>
      {groups.length === 0 ? <p className={classes.none}>{t('people.directory.no_groups')}</p> : null}
      {groups.map((group) => (
        <Mapping key={group.id} group={group} />
      ))}
    </section>
  );
}

function Mapping({ group: { id, name, task_group } }: { readonly group: DirectoryGroup }): ReactNode {
  const entities = useEntities();
  const { perform } = useAction();
  const choose = (option: SelectOption | null): void => {
    void perform(() => mapGroup(id, option?.id ?? null));
  };
  return (
    <SearchSelect
      label={name}
      name={`directory_group_${id}`}
      clearable
      value={task_group}
      onChange={choose}
      searchKey={['task-groups-of-directory']}
      search={(text, signal) => findRows(entities, 'task_group', {}, text, signal)}
    />
  );
}

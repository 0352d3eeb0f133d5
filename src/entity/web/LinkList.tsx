import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { finds } from '../../base/search.ts';
import { optionLabel, SearchSelect } from '../../platform/web/kit/SearchSelect.tsx';
import { TextField } from '../../platform/web/kit/TextField.tsx';
import type { Entity } from '../entity.ts';
import { entityLabelKey } from '../labels.ts';
import { labelKey, type RowLabel } from '../record.ts';
import { useEntities } from './entity-catalog.tsx';
import { findRows } from './entity-data.ts';
import classes from './LinkList.module.css';
import type { EntityFormState } from './use-entity-form.ts';

/** The number of links from which a search field is shown. */
const searchedFrom = 12;

export interface LinkListProps {
  readonly entity: Entity;
  readonly form: EntityFormState;
  readonly name: string;
}

/** The linked records of another entity (DATA-47): a field to add one, and the list. */
export function LinkList({ entity, form, name }: LinkListProps): ReactNode {
  const { t } = useTranslation();
  const entities = useEntities();
  const [filter, setFilter] = useState('');
  const link = entity.links[name];
  if (link === undefined) return null;
  const ids = form.draft.links[name] ?? [];
  const labels = ids
    .map((id): RowLabel => form.labels.get(labelKey(link.to, id)) ?? { id, number: null, name: String(id) })
    .toSorted((a, b) => optionLabel(a).localeCompare(optionLabel(b), 'de', { numeric: true }));
  const shown = labels.filter(({ number, name }) => finds(filter, [number, name]));
  const many = t(entityLabelKey(link.to, 'many'));
  return (
    <section className={classes.section} aria-label={many}>
      <div className={classes.add}>
        <SearchSelect
          label={t('entity.link.add', { name: t(entityLabelKey(link.to, 'one')) })}
          value={null}
          onChange={(option) => {
            if (option === null) return;
            form.name(link.to, { ...option, number: option.number ?? null });
            form.changeLinks(name, [...ids, option.id]);
          }}
          search={async (text, signal) => {
            const found = await findRows(entities, link.to, amongPersons(link.to), text, signal);
            return found.filter(({ id }) => !ids.includes(id));
          }}
          searchKey={['link', link.to, ids.join(' ')]}
        />
        {ids.length < searchedFrom ? null : (
          <TextField label={t('entity.link.filter')} value={filter} onChange={setFilter} />
        )}
      </div>
      {ids.length === 0 ? (
        <p className="quiet">{t(`entity.link.none`, { name: many })}</p>
      ) : (
        <ul className={classes.list}>
          {shown.map((label) => (
            <li key={label.id} className={classes.item}>
              {label.number === null ? null : <span className={classes.number}>{label.number}</span>}
              <span className={classes.name}>{label.name}</span>
              <ActionIcon
                size="sm"
                aria-label={t('entity.remove_row', { name: optionLabel(label) })}
                onClick={() =>
                  form.changeLinks(
                    name,
                    ids.filter((id) => id !== label.id),
                  )
                }
              >
                <IconX size={14} stroke={1.6} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Members are persons, not other groups. */
function amongPersons(table: string): Readonly<Record<string, boolean>> {
  return table === 'lb_user' ? { is_group: false } : {};
}

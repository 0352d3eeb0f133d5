import { Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListedKind } from '../../document/listed-kind.ts';
import { useListed } from '../../document/web/listed-kind.ts';
import type { Entity } from '../../entity/entity.ts';
import { entityLabelKey } from '../../entity/labels.ts';
import type { UsagePart } from '../../entity/web/entity-catalog.tsx';
import { gql } from '../../platform/web/api.ts';
import { useProfile } from '../../platform/web/profile.ts';
import { useFormat } from '../../platform/web/use-format.ts';
import { useAdminGroups } from './admin-pages.ts';
import classes from './RecordUsage.module.css';
import { countedUses, type Use, usesOf } from './record-uses.ts';

/** The uses of a record, which show what a change affects (ADM-18). */
export const RecordUsage: UsagePart = ({ entity, id }): ReactNode => {
  const { t } = useTranslation();
  const format = useFormat();
  const uses = useUses(entity);
  const { data } = useQuery(usageOptions(entity, id, uses));
  if (uses.length === 0) return null;
  const rows = data?.filter(({ count }) => count > 0);
  return (
    <section className={classes.usage} aria-label={t('entity.usage')}>
      <h2 className={classes.title}>{t('entity.usage')}</h2>
      {rows === undefined ? <Skeleton height={96} /> : null}
      {rows?.length === 0 ? <p className="quiet">{t('entity.usage_none')}</p> : null}
      <ul>
        {rows?.map(({ use, count }) => {
          const many = count > countedUses;
          const shown = many ? `${format.quantity(countedUses)}+` : format.quantity(count);
          return (
            <li key={use.key} className={classes.row}>
              {use.filter === null ? (
                <span>{t(entityLabelKey(use.table, 'many'))}</span>
              ) : (
                <Link to="/overview" search={{ tab: use.table, [use.filter]: id }}>
                  {t(`overview.tab.${use.table}`)}
                </Link>
              )}
              <strong>{shown}</strong>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

/** The uses in modules that are on. */
function useUses(entity: Entity): readonly Use[] {
  const others = useAdminGroups().flatMap((group) => group.entities);
  const { kinds } = useListed();
  const modules = useProfile()?.modules ?? [];
  return usesOf(
    entity,
    others,
    kinds.filter(({ module }: ListedKind) => modules.includes(module)),
  );
}

type Answer = Readonly<Record<string, { readonly aggregate: { readonly count: number } }>>;

function usageOptions(entity: Entity, id: number, uses: readonly Use[]) {
  return queryOptions({
    queryKey: ['entity', entity.table, 'usage', id, uses.map(({ key }) => key)],
    enabled: uses.length > 0,
    queryFn: async ({ signal }) => {
      const declared = uses.map(({ key, from }) => `$${key}: ${from}_bool_exp!`).join(', ');
      const parts = uses.map(
        ({ key, from }) =>
          `${key}: ${from}_aggregate(where: $${key}, limit: ${countedUses + 1}) { aggregate { count } }`,
      );
      const variables = Object.fromEntries(uses.map(({ key, whereOf }) => [key, whereOf(id)]));
      const answer = await gql<Answer>(`query Usage(${declared}) { ${parts.join(' ')} }`, variables, {
        signal,
      });
      return uses.map((use) => ({ use, count: answer[use.key]?.aggregate.count ?? 0 }));
    },
  });
}

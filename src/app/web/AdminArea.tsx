import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../entity/entity.ts';
import { entityLabelKey } from '../../entity/labels.ts';
import { EntityCatalogProvider } from '../../entity/web/entity-catalog.tsx';
import { countOptions } from '../../entity/web/list-data.ts';
import { waitingCountOptions } from '../../features/control/web/control-data.ts';
import { NoPermission } from '../../platform/web/kit/EmptyState.tsx';
import { useHasRole, useIsAuditor } from '../../platform/web/profile.ts';
import { useFormat } from '../../platform/web/use-format.ts';
import classes from './AdminArea.module.css';
import { adminCatalog, entityOfRoute, readOnlyCatalog } from './admin-catalog.ts';
import { settingsPages } from './admin-groups.ts';
import { useAdminGroups, useSettingsPages } from './admin-pages.ts';

/** The administration area: navigation at the side, a list or a form next to it (NAV-05). */
export function AdminArea(): ReactNode {
  const { t } = useTranslation();
  const isAdmin = useHasRole('user-admin');
  const isAuditing = useIsAuditor();
  const { pathname } = useLocation();
  // An auditor sees master data, but not the settings (ARC-04).
  const isSetting = settingsPages.some(({ page }) => pathname === `/admin/${page}`);
  if (!isAdmin && (!isAuditing || isSetting)) {
    return (
      <NoPermission isPage title={t('admin.no_permission_title')}>
        {t('admin.no_permission_text')}
      </NoPermission>
    );
  }
  return (
    <EntityCatalogProvider catalog={isAdmin ? adminCatalog : readOnlyCatalog}>
      <div className={classes.area}>
        <AdminNavigation />
        <div className={classes.page}>
          <Outlet />
        </div>
      </div>
    </EntityCatalogProvider>
  );
}

function AdminNavigation(): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const groups = useAdminGroups();
  const { entity: current = '' } = useParams({ strict: false });
  const settings = useSettingsPages();
  const entities = useMemo(() => groups.flatMap((group) => group.entities), [groups]);
  const { data: counts } = useQuery(countOptions(entities));
  // Some entities are reached through the settings, and some lists are in no group.
  const shown = entityOfRoute(current);
  const inSettings = shown !== undefined && !entities.includes(shown) ? shown : null;
  const name = (table: string): string => t(entityLabelKey(table, 'many'));
  return (
    <nav className={classes.navigation} aria-label={t('admin.title')} data-tour="areas">
      <AreaSelect groups={groups} inSettings={inSettings} />
      {groups.map((group) => (
        <section key={group.name} className={classes.group}>
          <h2>{t(`admin.group.${group.name}`)}</h2>
          <ul>
            {group.entities.map(({ table, route }) => (
              <li key={table}>
                <Link
                  to="/admin/$entity"
                  params={{ entity: route }}
                  className={classes.link}
                  aria-current={route === current ? 'page' : undefined}
                >
                  <span>{name(table)}</span>
                  <span className={classes.count}>{formatted(counts?.get(table), format.quantity)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {settings.length === 0 ? null : <SettingsLinks hasParent={inSettings !== null} />}
    </nav>
  );
}

interface AreaSelectProps {
  readonly groups: ReturnType<typeof useAdminGroups>;
  /** The shown entity if it is reached through the settings. */
  readonly inSettings: Entity | null;
}

/** The navigation as a select, for narrow screens. */
function AreaSelect({ groups, inSettings }: AreaSelectProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const settings = useSettingsPages();
  const item = ({ table, route }: Entity) => ({ value: route, label: t(entityLabelKey(table, 'many')) });
  return (
    <div className={classes.select}>
      <NativeSelect
        aria-label={t('admin.title')}
        value={pathname.split('/')[2] ?? ''}
        onChange={(event) => void navigate({ to: `/admin/${event.currentTarget.value}` })}
        data={[
          ...groups.map((group) => ({
            group: t(`admin.group.${group.name}`),
            items: group.entities.map(item),
          })),
          ...(settings.length === 0
            ? []
            : [
                {
                  group: t('admin.group.settings'),
                  items: [
                    ...settings.map(({ page, label }) => ({ value: page, label })),
                    ...(inSettings === null ? [] : [item(inSettings)]),
                  ],
                },
              ]),
        ]}
      />
    </div>
  );
}

/** The links to the settings; `hasParent`: an entity is shown that is reached through the first of them. */
function SettingsLinks({ hasParent }: { readonly hasParent: boolean }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { pathname } = useLocation();
  const settings = useSettingsPages();
  const { data: waiting = 0 } = useQuery(waitingCountOptions(true));
  return (
    <section className={classes.group}>
      <h2>{t('admin.group.settings')}</h2>
      <ul>
        {settings.map(({ page, label }) => (
          <li key={page}>
            <Link
              to={`/admin/${page}`}
              className={classes.link}
              aria-current={currentPart(pathname === `/admin/${page}`, page === 'configuration' && hasParent)}
            >
              <span>{label}</span>
              {page === 'waiting' && waiting > 0 ? (
                <span className={classes.count}>{format.quantity(waiting)}</span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether a link leads to this page, or to its parent. */
function currentPart(isPage: boolean, isAbove: boolean): 'page' | 'true' | undefined {
  if (isPage) return 'page';
  return isAbove ? 'true' : undefined;
}

function formatted(count: number | undefined, write: (value: number) => string): string {
  return count === undefined ? '' : write(count);
}

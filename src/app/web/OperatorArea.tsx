import { NativeSelect } from '@mantine/core';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EntityCatalogProvider } from '../../entity/web/entity-catalog.tsx';
import { seesOperatorArea } from '../../features/operator/access.ts';
import { operatorCatalog } from '../../features/operator/web/catalog.ts';
import { NoPermission } from '../../platform/web/kit/EmptyState.tsx';
import { useSession } from '../../platform/web/session.ts';
import classes from './AdminArea.module.css';

const pages = [
  'tenant',
  'billing',
  'direct-debits',
  'health',
  'security-log',
  'global-configuration',
] as const;

/** The operator area: navigation at the side, a page next to it (NAV-10, OP-11). */
export function OperatorArea(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  if (!seesOperatorArea(session)) {
    return (
      <NoPermission isPage title={t('operator.no_permission_title')}>
        {t('operator.no_permission_text')}
      </NoPermission>
    );
  }
  return (
    <EntityCatalogProvider catalog={operatorCatalog}>
      <div className={classes.area}>
        <OperatorNavigation />
        <div className={classes.page}>
          <Outlet />
        </div>
      </div>
    </EntityCatalogProvider>
  );
}

function OperatorNavigation(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const current = pathname.split('/')[2] ?? '';
  return (
    <nav className={classes.navigation} aria-label={t('operator.title')}>
      <div className={classes.select}>
        <NativeSelect
          aria-label={t('operator.title')}
          value={current}
          onChange={(event) => void navigate({ to: `/operator/${event.currentTarget.value}` })}
          data={pages.map((page) => ({ value: page, label: t(`operator.page.${page}`) }))}
        />
      </div>
      <section className={classes.group}>
        <ul>
          {pages.map((page) => (
            <li key={page}>
              <Link
                to={`/operator/${page}`}
                className={classes.link}
                aria-current={page === current ? 'page' : undefined}
              >
                <span>{t(`operator.page.${page}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </nav>
  );
}

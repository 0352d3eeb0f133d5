import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { entityLabelKey } from '../../entity/labels.ts';
import { validOverviewSearch } from '../../features/overview/overview-search.ts';
import { exportContent, type ListContent } from '../../features/scheduled-export/content.ts';
import { ExportsPage } from '../../features/scheduled-export/web/ExportsPage.tsx';
import { useIsAuditor } from '../../platform/web/profile.ts';
import { listed } from '../kinds.ts';
import { useAdminGroups } from './admin-pages.ts';
import { NotFound } from './PageFailure.tsx';

const route = getRouteApi('/shell/exports');

/** Regular exports of lists and master data; auditors have none. */
export function Exports(): ReactNode {
  const { t } = useTranslation();
  const { content } = route.useSearch();
  const wished = exportContent.safeParse(content);
  const navigate = useNavigate();
  const masterData = useAdminGroups()
    .flatMap(({ entities }) => entities)
    .map(({ table }) => ({ table, label: t(entityLabelKey(table, 'many')) }));
  if (useIsAuditor()) return <NotFound />;
  return (
    <ExportsPage
      wished={wished.success ? wished.data : null}
      masterData={masterData}
      ListLink={ListLink}
      onSettled={() => void navigate({ to: '/exports', search: {}, replace: true })}
    />
  );
}

/** Leads to the list of documents with its filter. */
function ListLink({ search }: Pick<ListContent, 'search'>): ReactNode {
  const { t } = useTranslation();
  return (
    <Link to="/overview" search={validOverviewSearch(search, listed)}>
      {t(`overview.tab.${search.tab ?? 'tasks'}`)}
    </Link>
  );
}

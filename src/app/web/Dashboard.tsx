import type { ReactNode } from 'react';
import { DashboardPage } from '../../features/dashboard/web/DashboardPage.tsx';
import { type HandedIn, HandedInProvider } from '../../features/dashboard/web/handed-in.ts';
import { FilterChip } from '../../features/overview/web/filter/FilterChip.tsx';
import { DaysEditor } from '../../features/overview/web/filter/FilterEditors.tsx';

const handedIn: HandedIn = {
  ReferenceChip: (props) => <FilterChip tab="all" startsOpen={false} {...props} />,
  DaysEditor,
};

/** The dashboard with the filters of the overview. */
export function Dashboard(): ReactNode {
  return (
    <HandedInProvider value={handedIn}>
      <DashboardPage />
    </HandedInProvider>
  );
}

import { createContext, type ReactNode, use } from 'react';
import type { OverviewFilter } from '../../overview/filter.ts';
import type { DayRange, TimeRange } from '../../overview/time-range.ts';
import type { DashboardReference } from '../references.ts';

export interface ReferenceChipProps {
  readonly part: DashboardReference;
  readonly filter: OverviewFilter;
  readonly onChange: (change: Partial<OverviewFilter>) => void;
  readonly onRemove: () => void;
}

export interface DaysEditorProps {
  readonly days: DayRange;
  readonly onChange: (range: TimeRange) => void;
}

/**
 * Components of the overview that the dashboard uses; the app provides them.
 */
export interface HandedIn {
  ReferenceChip(props: ReferenceChipProps): ReactNode;
  DaysEditor(props: DaysEditorProps): ReactNode;
}

const HandedInContext = createContext<HandedIn | null>(null);

export const HandedInProvider = HandedInContext.Provider;

export function useHandedIn(): HandedIn {
  const parts = use(HandedInContext);
  if (parts === null) throw new Error('the dashboard is rendered outside of its provider');
  return parts;
}

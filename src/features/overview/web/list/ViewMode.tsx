import { ActionIcon } from '@mantine/core';
import { IconList, IconTable } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { browserStore } from '../../../../platform/web/store.ts';
import { type ViewMode, viewModes } from '../../overview-search.ts';
import type { ShownView } from '../use-overview-view.ts';

const storageKey = 'viewMode:overview';

/** The mode in the address, else the one last used in this browser (LIST-01). */
export function useViewMode(view: ShownView): readonly [ViewMode, (mode: ViewMode) => void] {
  const stored = browserStore.get(storageKey);
  const mode = view.viewMode ?? viewModes.find((known) => known === stored) ?? 'list';
  const change = (next: ViewMode): void => {
    browserStore.set(storageKey, next);
    view.show({ viewMode: next }, { replace: true });
  };
  return [mode, change];
}

interface ViewModeButtonProps {
  readonly mode: ViewMode;
  readonly onChange: (mode: ViewMode) => void;
}

export function ViewModeButton({ mode, onChange }: ViewModeButtonProps): ReactNode {
  const { t } = useTranslation();
  const other = mode === 'list' ? 'table' : 'list';
  const Icon = mode === 'list' ? IconTable : IconList;
  const label = t(`overview.view_mode.${other}`);
  return (
    <ActionIcon aria-label={label} title={label} onClick={() => onChange(other)}>
      <Icon size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}

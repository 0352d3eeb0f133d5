import { Popover } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadFirstChunk } from '../../../../platform/web/chunk.ts';
import { usePart } from '../../../../platform/web/use-part.ts';
import type { OverviewFilter, OverviewTab } from '../../filter.ts';
import classes from './FilterBar.module.css';
import { type FilterPart, heldPart, usePartText } from './filter-parts.ts';

const loadEditors = () => loadFirstChunk(() => import('./FilterEditors.tsx'));

export interface FilterChipProps {
  readonly tab: OverviewTab;
  readonly part: FilterPart;
  readonly filter: OverviewFilter;
  readonly startsOpen: boolean;
  readonly onChange: (change: Partial<OverviewFilter>) => void;
  readonly onRemove: () => void;
}

/** One filter: shows its value, opens its choices, and can be removed. */
export function FilterChip({
  tab,
  part,
  filter,
  startsOpen,
  onChange,
  onRemove,
}: FilterChipProps): ReactNode {
  const { t } = useTranslation();
  const label = t(`overview.filter.${part}`);
  const value = usePartText(part, filter, tab);
  const [isOpen, setOpen] = useState(startsOpen);
  const editors = usePart(loadEditors, isOpen);
  return (
    <span className={classes.chip} data-active={value !== null || undefined}>
      <Popover
        opened={isOpen && editors !== null}
        onChange={setOpen}
        position="bottom-start"
        trapFocus
        returnFocus
        shadow="none"
      >
        <Popover.Target>
          <button
            type="button"
            className={classes.chipButton}
            onClick={() => setOpen(!isOpen && part !== heldPart)}
          >
            <span className={classes.chipText} title={value === null ? undefined : `${label}: ${value}`}>
              {label} <strong>{value ?? t('overview.filter.all')}</strong>
            </span>
            {value === null ? <IconChevronDown size={14} stroke={1.6} aria-hidden /> : null}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={label} className={classes.dropdown}>
          {editors === null ? null : (
            <editors.FilterEditor tab={tab} part={part} filter={filter} onChange={onChange} isFocused />
          )}
        </Popover.Dropdown>
      </Popover>
      {value === null ? null : (
        <button
          type="button"
          className={classes.chipRemove}
          aria-label={t('overview.filter.remove', { filter: label })}
          onClick={onRemove}
        >
          <IconX size={14} stroke={1.6} aria-hidden />
        </button>
      )}
    </span>
  );
}

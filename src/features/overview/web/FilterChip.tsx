import { Popover } from '@mantine/core';
import { IconChevronDown, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './FilterBar.module.css';

export interface FilterChipProps {
  readonly label: string;
  /** What the list is narrowed to; null when it is not. */
  readonly value: string | null;
  readonly onRemove: () => void;
  readonly startsOpen?: boolean;
  readonly children: ReactNode;
}

/** One filter: shows what it is set to, opens its choices, and can be removed. */
export function FilterChip({
  label,
  value,
  onRemove,
  startsOpen = false,
  children,
}: FilterChipProps): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <span className={classes.chip} data-active={value !== null || undefined}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus shadow="none">
        <Popover.Target>
          <button type="button" className={classes.chipButton} onClick={() => setOpen(!isOpen)}>
            <span className={classes.chipText} title={value === null ? undefined : `${label}: ${value}`}>
              {label} <strong>{value ?? t('overview.filter.all')}</strong>
            </span>
            {value === null ? <IconChevronDown size={14} stroke={1.6} aria-hidden /> : null}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={label} className={classes.dropdown}>
          {children}
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

import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './CheckboxGroup.module.css';

export interface CheckboxGroupsProps {
  /** Minimum width of a column in pixels. */
  readonly column?: number;
  readonly children: ReactNode;
}

/** Groups of checkboxes in as many columns as fit. */
export function CheckboxGroups({ column = 240, children }: CheckboxGroupsProps): ReactNode {
  const columns = `repeat(auto-fill, minmax(min(${column}px, 100%), 1fr))`;
  return (
    <div className={classes.groups} style={{ gridTemplateColumns: columns }}>
      {children}
    </div>
  );
}

export interface CheckboxOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly isChecked: boolean;
  readonly isDisabled?: boolean;
}

export interface CheckboxGroupProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly CheckboxOption<Value>[];
  readonly onToggle: (value: Value, isChecked: boolean) => void;
  /** Between the legend and the checkboxes. */
  readonly children?: ReactNode;
}

/** Checkboxes below a legend. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>): ReactNode {
  const { legend, options, onToggle, children } = props;
  return (
    <fieldset className={classes.group}>
      <legend>{legend}</legend>
      {children}
      {options.map(({ value, label, isChecked, isDisabled = false }) => (
        <Checkbox
          key={value}
          size="xs"
          label={label}
          checked={isChecked}
          disabled={isDisabled}
          onChange={(event) => onToggle(value, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}

import type { ReactNode } from 'react';
import { type Choosable, labelOf } from '../../sheet/lookup.ts';
import classes from './CellEditor.module.css';
import type { Box } from './grid-layout.ts';

export interface OptionListProps {
  readonly id: string;
  readonly label: string;
  /** The box of the cell. */
  readonly box: Box;
  readonly options: readonly Choosable[];
  /** The place of the option that Enter picks. */
  readonly marked: number | null;
  readonly onPick: (option: Choosable) => void;
}

/** The options below the cell. */
export function OptionList({ id, label, box, options, marked, onPick }: OptionListProps): ReactNode {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      data-part="editor"
      tabIndex={0}
      className={classes.options}
      // Keeps the focus in the text field above.
      onMouseDown={(event) => event.preventDefault()}
      style={{ top: box.top + box.height, left: box.left }}
    >
      {options.map((option, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field above handles the keys.
        <div
          key={option.value}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === marked}
          className={classes.option}
          onClick={() => onPick(option)}
        >
          {labelOf(option)}
        </div>
      ))}
    </div>
  );
}

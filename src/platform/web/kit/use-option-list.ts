import { type ComboboxStore, type UseComboboxOptions, useCombobox } from '@mantine/core';
import { useId, useMemo, useState } from 'react';

/** Mantine's combobox, which also announces options marked without a key to screen readers (WAI-ARIA). */
export interface OptionList {
  readonly store: ComboboxStore;
  /** The id of the option list. */
  readonly id: string;
  /** For the field; an open list may have nothing to show. */
  readonly fieldProps: (isShown: boolean) => FieldRole;
}

interface FieldRole {
  readonly role: 'combobox';
  readonly 'aria-autocomplete': 'list';
  readonly 'aria-haspopup': 'listbox';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly 'aria-activedescendant': string | undefined;
  /** The first Esc closes the list, the next one the dialog around it. */
  readonly 'data-mantine-stop-propagation': true | undefined;
}

/** The options of a text field. Requires `withAriaAttributes={false}` at Mantine's target. */
export function useOptionList(options: UseComboboxOptions = {}): OptionList {
  const id = useId();
  const [marked, setMarked] = useState<string | null>(null);
  const combobox = useCombobox(options);
  const { selectActiveOption, selectFirstOption, selectNextOption, selectPreviousOption } = combobox;
  const { resetSelectedOption, dropdownOpened } = combobox;
  const marking = useMemo(() => {
    const noting = (select: () => string | null) => (): string | null => {
      const option = select();
      setMarked(option);
      return option;
    };
    return {
      selectActiveOption: noting(selectActiveOption),
      selectFirstOption: noting(selectFirstOption),
      selectNextOption: noting(selectNextOption),
      selectPreviousOption: noting(selectPreviousOption),
      resetSelectedOption: (): void => {
        resetSelectedOption();
        setMarked(null);
      },
    };
  }, [selectActiveOption, selectFirstOption, selectNextOption, selectPreviousOption, resetSelectedOption]);
  return {
    store: { ...combobox, ...marking },
    id,
    fieldProps: (isShown) => ({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-expanded': isShown,
      'aria-controls': isShown ? id : undefined,
      'aria-activedescendant': isShown ? (marked ?? undefined) : undefined,
      'data-mantine-stop-propagation': dropdownOpened || undefined,
    }),
  };
}

import type { FieldProps } from './TextField.tsx';

/** Closes a field that depends on another one until that is chosen, and says what it waits for (PROC-05). */
export function onceChosen(isChosen: boolean, hint: string): Pick<FieldProps, 'disabled' | 'placeholder'> {
  return isChosen ? {} : { disabled: true, placeholder: hint };
}

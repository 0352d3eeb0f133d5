import type { FieldProps } from './TextField.tsx';

/** Disables a field until the field it depends on is chosen, with a hint about that (PROC-05). */
export function onceChosen(isChosen: boolean, hint: string): Pick<FieldProps, 'disabled' | 'placeholder'> {
  return isChosen ? {} : { disabled: true, placeholder: hint };
}

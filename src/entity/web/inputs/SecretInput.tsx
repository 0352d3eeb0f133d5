import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FieldProps, inputProps } from '../../../platform/web/kit/TextField.tsx';
import { maskedSecret } from '../../kinds/stored.ts';

interface SecretInputProps extends FieldProps {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** Whether there is one already. */
  readonly isKept: boolean;
}

/** A secret that can be replaced, never read (SET-09): an empty field leaves the one that is kept. */
export function SecretInput({ value, onChange, isKept, ...field }: SecretInputProps): ReactNode {
  return (
    <PasswordInput
      {...inputProps(isKept ? { ...field, placeholder: maskedSecret } : field)}
      value={value ?? ''}
      autoComplete="new-password"
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

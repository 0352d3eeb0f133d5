import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FieldProps, inputProps } from '../../../platform/web/kit/TextField.tsx';
import { maskedSecret } from '../../kinds/stored.ts';

interface SecretInputProps extends FieldProps {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** Whether a secret is stored. */
  readonly isKept: boolean;
}

/** A secret that can be replaced but not read (SET-09): an empty field keeps the stored one. */
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

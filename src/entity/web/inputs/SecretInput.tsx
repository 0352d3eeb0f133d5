import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type FieldProps, inputProps } from '../../../platform/web/kit/TextField.tsx';
import { maskedSecret } from '../../kinds/stored.ts';

interface SecretInputProps extends FieldProps {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** A secret that can be replaced, never read (SET-09): an empty field leaves the one that is kept. */
export function SecretInput({ value, onChange, ...field }: SecretInputProps): ReactNode {
  return (
    <PasswordInput
      {...inputProps({ ...field, placeholder: maskedSecret })}
      value={value ?? ''}
      autoComplete="new-password"
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

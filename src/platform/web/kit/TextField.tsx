import { Textarea, type TextareaProps, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { FieldError } from './FieldError.tsx';

export interface FieldProps {
  readonly label: string;
  /** For screen readers only: in a grid the column head shows it. */
  readonly isLabelHidden?: boolean;
  /** The name in the form and the path in the server's refusals. */
  readonly name?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** The error shown below. */
  readonly error?: string | null | undefined;
  readonly hint?: string;
  readonly placeholder?: string;
}

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The field lost the focus. */
  readonly onLeave?: () => void;
  readonly maxLength?: number | undefined;
  /** More than one: a growing text of several lines. */
  readonly rows?: number;
  readonly type?: 'text' | 'email' | 'tel' | 'url';
  readonly autoComplete?: string;
  readonly autoFocus?: boolean;
  readonly rightSection?: ReactNode;
}

/** A text of one or several lines. */
export function TextField(props: TextFieldProps): ReactNode {
  const { value, onChange, rows = 1, type = 'text', rightSection, onLeave, ...field } = props;
  const shared = {
    ...inputProps(field),
    value,
    ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
    ...(onLeave && { onBlur: onLeave }),
    ...(field.autoComplete === undefined ? {} : { autoComplete: field.autoComplete }),
    ...(field.autoFocus ? { 'data-autofocus': true, autoFocus: true } : {}),
  } satisfies TextInputProps & TextareaProps;
  return rows > 1 ? (
    <Textarea
      {...shared}
      autosize
      minRows={rows}
      maxRows={12}
      onChange={(event) => onChange(event.target.value)}
    />
  ) : (
    <TextInput
      {...shared}
      type={type}
      rightSection={rightSection}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The shared input properties: label above, required mark, error below. */
export function inputProps(field: FieldProps) {
  return {
    ...(field.isLabelHidden ? { 'aria-label': field.label } : { label: field.label }),
    error: field.error ? <FieldError>{field.error}</FieldError> : undefined,
    required: field.required ?? false,
    disabled: field.disabled ?? false,
    ...(field.name === undefined ? {} : { name: field.name }),
    ...(field.hint === undefined ? {} : { description: field.hint }),
    ...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as (
      | 'label'
      | 'input'
      | 'error'
      | 'description'
    )[],
  };
}

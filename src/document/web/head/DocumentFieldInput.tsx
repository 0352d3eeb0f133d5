import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../../base/day.ts';
import type { Amount } from '../../../base/money.ts';
import type { Value } from '../../../entity/kind.ts';
import { AmountField, QuantityField } from '../../../platform/web/kit/AmountField.tsx';
import { DayField } from '../../../platform/web/kit/DayField.tsx';
import { SearchSelect } from '../../../platform/web/kit/SearchSelect.tsx';
import { type FieldProps, TextField } from '../../../platform/web/kit/TextField.tsx';
import type { DocumentField } from '../../fields.ts';

interface DocumentFieldInputProps extends FieldProps {
  readonly field: DocumentField;
  readonly value: Value;
  /** Receives the draft value. */
  readonly onChange: (value: never) => void;
  /** The offered choices; all by default. */
  readonly offered?: readonly string[] | undefined;
}

/** The input of a declared field that depends on no other field. */
export function DocumentFieldInput({
  field,
  value,
  onChange,
  offered,
  ...input
}: DocumentFieldInputProps): ReactNode {
  const change = onChange as (value: Value) => void;
  switch (field.sort) {
    case 'text':
      return (
        <TextField
          {...input}
          value={value as string}
          onChange={change}
          maxLength={field.longest}
          rows={field.kind.input === 'long-text' ? 2 : 1}
          type={field.format === 'link' ? 'url' : 'text'}
        />
      );
    case 'choice':
      return (
        <ChoiceInput
          {...input}
          field={field}
          value={value as string | null}
          onChange={change}
          offered={offered ?? field.choices ?? []}
        />
      );
    case 'flag':
      return (
        <Checkbox
          label={input.label}
          name={input.name}
          error={input.error}
          checked={value === true}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      );
    case 'day':
      return <DayField {...input} value={value as Day | null} onChange={change} />;
    case 'amount':
      return <NumberInput {...input} field={field} value={value as Amount | null} onChange={change} />;
    case 'reference':
      throw new TypeError('the offered records of this reference depend on the document');
  }
}

interface ChoiceInputProps extends FieldProps {
  readonly field: DocumentField;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly offered: readonly string[];
}

/** Clearing a required choice restores its initial value. */
function ChoiceInput({ field, value, onChange, offered, ...input }: ChoiceInputProps): ReactNode {
  const { t } = useTranslation();
  const { isFilled, initial, labelKey } = field;
  const option = (id: string) => ({ id, name: labelKey ? t(labelKey(id)) : id });
  const nothing = isFilled ? String(initial) : null;
  return (
    <SearchSelect<string>
      {...input}
      required={isFilled || (input.required ?? false)}
      value={value === null ? null : option(value)}
      options={offered.map(option)}
      onChange={(chosen) => onChange(chosen?.id ?? nothing)}
    />
  );
}

interface NumberInputProps extends FieldProps {
  readonly field: DocumentField;
  readonly value: Amount | null;
  readonly onChange: (value: Amount | null) => void;
}

/** Shows the usual value if nothing is typed. */
function NumberInput({ field, value, ...input }: NumberInputProps): ReactNode {
  const shown = value ?? field.usual ?? null;
  if (field.price) return <AmountField {...input} value={shown} />;
  return <QuantityField {...input} value={shown} />;
}

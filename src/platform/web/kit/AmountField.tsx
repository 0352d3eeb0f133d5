import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amount } from '../../../base/money.ts';
import { typedNumber } from '../../../base/typed-number.ts';
import type { Format } from '../format.ts';
import { useLanguage } from '../i18n.ts';
import { useFormat } from '../use-format.ts';
import classes from './AmountField.module.css';
import { type FieldProps, inputProps } from './TextField.tsx';
import { useTypedValue } from './use-typed-value.ts';

export interface AmountFieldProps extends FieldProps {
  readonly value: Amount | null;
  /** Called on every keystroke with a readable number, and with null if the text is empty or unreadable. */
  readonly onChange: (value: Amount | null) => void;
  /** Places shown; the tenant's by default. */
  readonly decimals?: number;
  /** After the number, such as a currency or a unit. */
  readonly suffix?: string;
  /** Initial focus of a dialog. */
  readonly autoFocus?: boolean;
}

/**
 * An amount, typed in the notation of the language (`1.234,56`). Unreadable text stays with an error below; the form
 * detects it with `hasUnreadableField`.
 */
export function AmountField({ decimals, ...props }: AmountFieldProps): ReactNode {
  const format = useFormat();
  const show = (value: Amount): string => format.amount(value, decimals === undefined ? {} : { decimals });
  return <NumberInput {...props} show={show} format={format} />;
}

/** A quantity: shows only the places needed. */
export function QuantityField(props: Omit<AmountFieldProps, 'decimals'>): ReactNode {
  const format = useFormat();
  return <NumberInput {...props} show={format.quantity} format={format} />;
}

interface NumberInputProps extends AmountFieldProps {
  readonly show: (value: Amount) => string;
  readonly format: Format;
}

function NumberInput({
  value,
  onChange,
  suffix,
  autoFocus,
  show,
  format,
  ...field
}: NumberInputProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const { typed, error, input } = useTypedValue({
    as: 'number',
    read: (text) => typedNumber(text, language),
    onChange,
    problem: t('shell.field.not_a_number', { example: format.amount('1234.5') }),
    error: field.error,
  });
  return (
    <TextInput
      {...inputProps({ ...field, error })}
      {...input}
      value={typed ?? (value === null ? '' : show(value))}
      inputMode="decimal"
      data-autofocus={autoFocus || undefined}
      classNames={{ input: classes.input }}
      rightSection={suffix === undefined ? undefined : <span className={classes.suffix}>{suffix}</span>}
      // Room for the suffix: about nine pixels per letter on a phone.
      rightSectionWidth={suffix === undefined ? 0 : 18 + 9 * suffix.length}
      rightSectionPointerEvents="none"
    />
  );
}

import { Checkbox, PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Amount, isAmount, decimalPlaces as placesOf } from '../../../base/money.ts';
import { decimalPlaces } from '../../../platform/constants.ts';
import { useLanguage } from '../../../platform/web/i18n.ts';
import { AmountField, QuantityField } from '../../../platform/web/kit/AmountField.tsx';
import { DayField } from '../../../platform/web/kit/DayField.tsx';
import { SearchSelect } from '../../../platform/web/kit/SearchSelect.tsx';
import { type FieldProps, inputProps } from '../../../platform/web/kit/TextField.tsx';
import { useProfile } from '../../../platform/web/profile.ts';
import { tellsEmpty } from '../../empty-text.ts';
import type { Value } from '../../kind.ts';
import { maskedSecret } from '../../kinds/stored.ts';
import { emptyLabelKey } from '../../labels.ts';
import { choiceLabel, type NamedField } from '../labels.ts';
import { FileInput } from './FileInput.tsx';
import type { FieldInputProps } from './field-input-props.ts';
import { KindText } from './KindText.tsx';
import { ReferenceInput } from './ReferenceInput.tsx';
import { RolesInput } from './RolesInput.tsx';

/** The input of a kind: label above, required mark, error below. */
export function FieldInput(props: FieldInputProps): ReactNode {
  const { of, value, onChange, label, path, error } = props;
  const { t } = useTranslation();
  const { field } = of;
  const shared: FieldProps = {
    label,
    name: path,
    required: field.required ?? false,
    disabled: props.disabled ?? false,
    isLabelHidden: props.isLabelHidden ?? false,
    error,
    ...(tellsEmpty(field, props.flags ?? []) ? { placeholder: t(emptyLabelKey(of.table, of.name)) } : {}),
  };
  switch (field.kind.input) {
    case 'number':
      return <NumberField {...shared} of={of} value={value} onChange={onChange} />;
    case 'day':
      return <DayField {...shared} value={value as string | null} onChange={onChange} />;
    case 'flag':
      return (
        <Checkbox
          {...(props.isLabelHidden ? { 'aria-label': label } : { label })}
          name={path}
          size="xs"
          checked={value === true}
          disabled={props.disabled ?? false}
          error={error}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return <ChoiceField {...shared} of={of} value={value as string | null} onChange={onChange} />;
    case 'reference':
      return <ReferenceInput {...props} shared={shared} />;
    case 'roles':
      return (
        <RolesInput of={of} value={(value ?? []) as readonly string[]} onChange={onChange} error={error} />
      );
    case 'file':
      return <FileInput {...shared} of={of} value={value as string | null} onChange={onChange} />;
    case 'secret':
      return (
        <SecretInput
          {...shared}
          isKept={props.isKept ?? false}
          value={value as string | null}
          onChange={onChange}
        />
      );
    default:
      return <KindText {...shared} of={of} value={value} onChange={onChange} warning={props.warning} />;
  }
}

interface OfProps extends FieldProps {
  readonly of: NamedField;
}

/** Prices show at least the decimals of the tenant, other numbers their own. */
function NumberField(
  props: OfProps & { readonly value: Value; readonly onChange: (value: Value) => void },
): ReactNode {
  const { of, value, onChange, ...field } = props;
  const decimals = useProfile()?.decimals ?? decimalPlaces.default;
  const amount = value === null ? null : String(value);
  const change = (typed: Amount | null): void => onChange(typed === null ? null : numberOf(of, typed));
  if (!of.field.price) return <QuantityField {...field} value={amount} onChange={change} />;
  const shown = amount === null || !isAmount(amount) ? decimals : Math.max(decimals, placesOf(amount));
  return <AmountField {...field} value={amount} onChange={change} decimals={shown} />;
}

/** Whole numbers are numbers, others decimal strings, as the kind requires. */
function numberOf({ field }: NamedField, amount: Amount): Value {
  return field.kind.problem(amount)?.code === 'invalid_type' ? Number(amount) : amount;
}

function ChoiceField({
  of,
  value,
  onChange,
  ...field
}: OfProps & { readonly value: string | null; readonly onChange: (value: Value) => void }): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const { choices = [] } = of.field;
  const option = (id: string) => ({ id, name: choiceLabel(of, id, t, language) });
  const offered = value !== null && !choices.includes(value) ? [value, ...choices] : choices;
  return (
    <SearchSelect<string>
      {...field}
      value={value === null ? null : option(value)}
      onChange={(chosen) => onChange(chosen?.id ?? null)}
      options={offered.map(option)}
    />
  );
}

interface SecretInputProps extends FieldProps {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** Whether a secret is stored. */
  readonly isKept: boolean;
}

/** A secret that can be replaced but not read (SET-09): an empty field keeps the stored one. */
function SecretInput({ value, onChange, isKept, ...field }: SecretInputProps): ReactNode {
  return (
    <PasswordInput
      {...inputProps(isKept ? { ...field, placeholder: maskedSecret } : field)}
      value={value ?? ''}
      autoComplete="new-password"
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  );
}

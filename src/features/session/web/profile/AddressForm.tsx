import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageTag } from '../../../../base/language.ts';
import { fieldLabelKey } from '../../../../entity/labels.ts';
import { useLanguage } from '../../../../platform/web/i18n.ts';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useSaving } from '../use-saving.ts';
import classes from './ProfilePage.module.css';
import { saveAddress, type UserAddress } from './profile-data.ts';
import { useUnsaved } from './unsaved.tsx';

export interface AddressFormProps {
  readonly ownerId: number;
  /** Null for a new address. */
  readonly address: UserAddress | null;
  readonly onClose: () => void;
}

/** Usual delivery countries of people who use the product's languages. */
const countries = ['DE', 'AT', 'CH', 'LI', 'IT', 'CZ', 'SK', 'PL', 'HU', 'SI', 'FR', 'BE', 'NL', 'LU', 'DK'];

const required = ['name', 'address', 'zipcode', 'city'] as const;
const optional = [
  'address_complement',
  'consignee',
  'dropoff_location',
  'phone_country_code',
  'phone_number',
] as const;
const fieldNames = [...required, ...optional, 'country'] as const;
type FieldName = (typeof fieldNames)[number];
type Typed = Readonly<Record<FieldName, string>>;

const lengths: Readonly<Partial<Record<FieldName, number>>> = { phone_country_code: 5, phone_number: 30 };
const labelOf = (name: FieldName): string => fieldLabelKey('user_address', name);

function typedOf(address: UserAddress | null): Typed {
  const typed = fieldNames.map((name) => [name, address?.[name] ?? (name === 'country' ? 'DE' : '')]);
  return Object.fromEntries(typed) as Typed;
}

/** Input as stored: trimmed, empty fields as null. */
function addressOf(values: Typed): Omit<UserAddress, 'id'> {
  const filled = Object.fromEntries(optional.map((name) => [name, values[name].trim() || null]));
  return { ...values, ...filled } as Omit<UserAddress, 'id'>;
}

/** A required field is empty, or only one part of the phone number is filled (VAL-34). */
function isMissing(values: Typed, name: FieldName): boolean {
  if (values[name].trim() !== '') return false;
  if (name === 'phone_country_code') return values.phone_number.trim() !== '';
  if (name === 'phone_number') return values.phone_country_code.trim() !== '';
  return required.some((each) => each === name);
}

/** Adds or changes one delivery address. */
export function AddressForm({ ownerId, address, onClose }: AddressFormProps): ReactNode {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [stored] = useState(() => typedOf(address));
  const [values, setValues] = useState(stored);
  useUnsaved(
    'address',
    fieldNames.some((name) => values[name] !== stored[name]),
  );
  const [isChecked, setChecked] = useState(false);
  const { isPending, save } = useSaving();
  const change = (field: keyof typeof values) => (value: string) => setValues({ ...values, [field]: value });

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    const missing = fieldNames.find((field) => isMissing(values, field));
    if (missing !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${missing}"]`)?.focus();
      return;
    }
    const isSaved = await save(() => saveAddress(ownerId, address?.id ?? null, addressOf(values)));
    if (isSaved) onClose();
  };
  const field = (name: Exclude<FieldName, 'country'>, label: string, autoComplete: string) => {
    const isRequired = required.some((each) => each === name);
    return (
      <TextField
        label={label}
        name={name}
        required={isRequired}
        maxLength={lengths[name] ?? 255}
        autoComplete={autoComplete}
        autoFocus={name === 'name'}
        value={values[name]}
        onChange={change(name)}
        error={isChecked && isMissing(values, name) ? t('profile.missing') : null}
      />
    );
  };
  return (
    <form ref={form} className={classes.form} onSubmit={(event) => void onSubmit(event)} noValidate>
      <div className={classes.fields}>
        {field('name', t('profile.address.name'), 'off')}
        {field('address', t('profile.address.street'), 'street-address')}
        {field('address_complement', t('profile.address.complement'), 'address-line2')}
        {field('zipcode', t('profile.address.zipcode'), 'postal-code')}
        {field('city', t('profile.address.city'), 'address-level2')}
        <CountrySelect value={values.country} onChange={change('country')} />
        {field('consignee', t(labelOf('consignee')), 'off')}
        {field('dropoff_location', t(labelOf('dropoff_location')), 'off')}
        {field('phone_country_code', t(labelOf('phone_country_code')), 'tel-country-code')}
        {field('phone_number', t(labelOf('phone_number')), 'tel-national')}
      </div>
      <div className="buttons">
        <Button type="submit" loading={isPending}>
          {t('profile.save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
      </div>
    </form>
  );
}

interface CountrySelectProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function CountrySelect({ value, onChange }: CountrySelectProps): ReactNode {
  const { t } = useTranslation();
  const names = new Intl.DisplayNames([languageTag(useLanguage())], { type: 'region', fallback: 'code' });
  const nameOf = (country: string): string =>
    (/^[A-Z]{2}$/.test(country) ? names.of(country) : null) ?? country;
  return (
    <NativeSelect
      label={t('profile.address.country')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[...new Set([...countries, value])].map((country) => ({
        value: country,
        label: nameOf(country),
      }))}
    />
  );
}

import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageTag } from '../../../../base/language.ts';
import { useLanguage } from '../../../../platform/web/i18n.ts';
import { TextField } from '../../../../platform/web/kit/TextField.tsx';
import { useSaving } from '../use-saving.ts';
import classes from './ProfilePage.module.css';
import { saveAddress, type UserAddress } from './profile-data.ts';

export interface AddressFormProps {
  readonly ownerId: number;
  /** Null: a new one. */
  readonly address: UserAddress | null;
  readonly onClose: () => void;
}

/** Where people who buy in these languages have things delivered to. */
const countries = ['DE', 'AT', 'CH', 'LI', 'IT', 'CZ', 'SK', 'PL', 'HU', 'SI', 'FR', 'BE', 'NL', 'LU', 'DK'];

const required = ['name', 'address', 'zipcode', 'city'] as const;

/** Adds or changes one delivery address. */
export function AddressForm({ ownerId, address, onClose }: AddressFormProps): ReactNode {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState({
    name: address?.name ?? '',
    address: address?.address ?? '',
    address_complement: address?.address_complement ?? '',
    zipcode: address?.zipcode ?? '',
    city: address?.city ?? '',
    country: address?.country ?? 'DE',
  });
  const [isChecked, setChecked] = useState(false);
  const { isPending, save } = useSaving();
  const change = (field: keyof typeof values) => (value: string) => setValues({ ...values, [field]: value });

  const onSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    const missing = required.find((field) => values[field].trim() === '');
    if (missing !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${missing}"]`)?.focus();
      return;
    }
    const complement = values.address_complement.trim() || null;
    const isSaved = await save(() =>
      saveAddress(ownerId, address?.id ?? null, { ...values, address_complement: complement }),
    );
    if (isSaved) onClose();
  };
  const field = (name: Exclude<keyof typeof values, 'country'>, label: string, autoComplete: string) => {
    const isRequired = required.some((each) => each === name);
    return (
      <TextField
        label={label}
        name={name}
        required={isRequired}
        maxLength={255}
        autoComplete={autoComplete}
        autoFocus={name === 'name'}
        value={values[name]}
        onChange={change(name)}
        error={isChecked && isRequired && values[name].trim() === '' ? t('profile.missing') : null}
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
      </div>
      <div className={classes.buttons}>
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

import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractForm } from '../use-contract-form.ts';
import { AmendButton } from './AmendButton.tsx';
import classes from './Versions.module.css';

/** Explains above the fields of a signed contract why most are locked, with a button to amend it (CON-38). */
export function SealedNote({ form }: { readonly form: ContractForm }): ReactNode {
  const { t } = useTranslation();
  return (
    <section className={classes.note} data-centered aria-label={t('contract.version.sealed_label')}>
      <IconLock size={16} stroke={1.6} aria-hidden />
      <p className={classes.text}>{t('contract.version.sealed')}</p>
      <AmendButton form={form} />
    </section>
  );
}

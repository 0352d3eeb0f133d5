import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface IrreversibleProps {
  readonly action: { readonly is_irreversible: boolean } | null | undefined;
}

/** The warning in a dialog that an action cannot be undone (TASK-13, TASK-19). */
export function Irreversible({ action }: IrreversibleProps): ReactNode {
  const { t } = useTranslation();
  return action?.is_irreversible ? <p>{t('document.irreversible')}</p> : null;
}

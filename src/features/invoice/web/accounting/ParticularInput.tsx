import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reference } from '../../../../document/web/draft/reference.ts';
import { onceChosen } from '../../../../platform/web/kit/once-chosen.ts';
import { SearchSelect, type SearchSelectProps } from '../../../../platform/web/kit/SearchSelect.tsx';
import { findParticulars, type Particular } from './particular-lookups.ts';

export interface ParticularInputProps extends Omit<SearchSelectProps<number>, 'onChange'> {
  readonly column: Particular;
  /** Null until a company is chosen. */
  readonly companyId: number | null;
  readonly onChange: (chosen: Reference | null) => void;
}

/** An accounting field; offers the records of the company (INV-16). */
export function ParticularInput({ column, companyId, ...field }: ParticularInputProps): ReactNode {
  const { t } = useTranslation();
  return (
    <SearchSelect
      {...field}
      {...onceChosen(companyId !== null, t('document.needs_company'))}
      searchKey={[column, companyId]}
      search={(text, signal) => findParticulars(column, companyId ?? 0, text, signal)}
    />
  );
}

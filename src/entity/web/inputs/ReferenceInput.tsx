import type { ReactNode } from 'react';
import { SearchSelect, type SelectOption } from '../../../platform/web/kit/SearchSelect.tsx';
import type { FieldProps } from '../../../platform/web/kit/TextField.tsx';
import { labelKey } from '../../record.ts';
import { useEntities } from '../entity-catalog.tsx';
import { findRows } from '../entity-data.ts';
import type { FieldInputProps } from './FieldInput.tsx';

/** Chooses a row of another entity by number and name. */
export function ReferenceInput(props: FieldInputProps & { readonly shared: FieldProps }): ReactNode {
  const { of, value, onChange, labels, onName, shared } = props;
  const entities = useEntities();
  const { references: table = '', among = {} } = of.field;
  const known: SelectOption | null =
    typeof value === 'number'
      ? (labels.get(labelKey(table, value)) ?? { id: value, name: String(value) })
      : null;
  return (
    <SearchSelect
      {...shared}
      value={known}
      onChange={(option) => {
        if (option !== null) onName(table, { ...option, number: option.number ?? null });
        onChange(option?.id ?? null);
      }}
      search={(text, signal) => findRows(entities, table, among, text, signal)}
      searchKey={[table, among]}
    />
  );
}

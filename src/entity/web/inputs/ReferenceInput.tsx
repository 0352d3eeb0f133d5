import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchSelect, type SelectOption } from '../../../platform/web/kit/SearchSelect.tsx';
import type { FieldProps } from '../../../platform/web/kit/TextField.tsx';
import type { Value } from '../../kind.ts';
import { entityLabelKey } from '../../labels.ts';
import { type Labels, labelKey } from '../../record.ts';
import { useEntities } from '../entity-catalog.tsx';
import { findRows } from '../entity-data.ts';
import type { FieldInputProps } from './field-input-props.ts';

/** Chooses a row of another entity by number and name, or, where the field allows it, names a new one. */
export function ReferenceInput(props: FieldInputProps & { readonly shared: FieldProps }): ReactNode {
  const { of, value, onChange, labels, onName, shared } = props;
  const entities = useEntities();
  const { t } = useTranslation();
  const { references: table = '', among = {}, creates } = of.field;
  return (
    <SearchSelect
      {...shared}
      {...(creates && {
        onCreate: onChange,
        createLabel: (typed) => t(entityLabelKey(table, 'create'), { name: typed }),
        ...(typeof value === 'string' && { hint: t('entity.reference_created') }),
      })}
      value={chosenOption(table, value, labels)}
      onChange={(option) => {
        if (option !== null) onName(table, { ...option, number: option.number ?? null });
        onChange(option?.id ?? null);
      }}
      search={(text, signal) => findRows(entities, table, among, text, signal)}
      searchKey={[table, among]}
    />
  );
}

/** A new row has no id yet. */
function chosenOption(table: string, value: Value, labels: Labels): SelectOption | null {
  if (typeof value === 'string') return { id: 0, name: value };
  if (typeof value !== 'number') return null;
  return labels.get(labelKey(table, value)) ?? { id: value, name: String(value) };
}

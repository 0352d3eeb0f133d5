import { useTranslation } from 'react-i18next';
import type { Entity, Row } from '../../../entity/entity.ts';
import type { Value } from '../../../entity/kind.ts';
import { entityLabelKey, fieldLabelKey } from '../../../entity/labels.ts';
import { type Labels, labelKey } from '../../../entity/record.ts';
import { useEntities } from '../../../entity/web/entity-catalog.tsx';
import { useWritten } from '../../../entity/web/use-written.ts';
import { useFormat } from '../../../platform/web/use-format.ts';
import { configuration } from '../../configuration/settings.ts';
import { settingValue } from '../../configuration/stored-setting.ts';
import { controlLabelKey } from '../register.ts';
import type { ControlChange } from './control-data.ts';

export interface ControlWords {
  /** The record whose form has the control. */
  readonly record: string;
  /** The field, setting or row. */
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** The texts of a change of a control, as on the forms. */
export function useControlWords(labels: Labels): (change: ControlChange) => ControlWords {
  const { t } = useTranslation();
  const entities = useEntities();
  const written = useWritten(labels);
  const format = useFormat();
  const inWords = (
    form: Pick<Entity, 'table' | 'fields'> | undefined,
    row: Row | null,
    other: Row | null,
  ): string => {
    if (form === undefined || row === null) return '';
    const differing = Object.keys(row).filter(
      (name) => name in form.fields && JSON.stringify(row[name]) !== JSON.stringify(other?.[name]),
    );
    return differing
      .flatMap((name) => {
        const field = form.fields[name];
        const value = row[name] ?? null;
        if (field === undefined || value === null) return [];
        return written({ table: form.table, name, field }, field.kind.normal(value as never) as Value) || [];
      })
      .join('; ');
  };
  /** The form of the record, or of its changed rows. */
  const formOf = ({ of_table, table_name: table }: ControlChange) => {
    const entity = entities.get(of_table);
    return Object.values(entity?.children ?? {}).find((rows) => rows.table === table) ?? entity;
  };
  const sideOf = (change: ControlChange, row: Row | null, other: Row | null): string => {
    if (row === null) return '';
    const { table_name: table, control } = change;
    if (table === 'configuration') {
      const stored = (of: Row | null) => ({
        [control]: of === null ? null : (settingValue(of as never) ?? null),
      });
      return inWords(configuration, stored(row), other === null ? null : stored(other));
    }
    if (control === 'is_group') return t(row.is_group === true ? 'conflict.set' : 'conflict.unset');
    if (control === 'merged_into_id')
      return labels.get(labelKey('supplier', Number(row.merged_into_id)))?.name ?? '';
    if (table === 'directory_group')
      return labels.get(labelKey('lb_user', Number(row.task_group_id)))?.name ?? '';
    if (table !== control) return inWords(formOf(change), row, other);
    if (table === 'lb_user' || table === 'budget') return String(row.name ?? '');
    if (table === 'service_token') return [row.name, ...((row.calls ?? []) as readonly string[])].join(', ');
    if (table === 'supplier_client')
      return [row.external_id, row.vendor_account].filter((number) => number !== null).join(', ');
    if (table === 'department_client' || table === 'cost_center_client')
      return labels.get(labelKey('client', Number(row.client_id)))?.name ?? '';
    const name = labels.get(labelKey('lb_user', Number(row.lb_user_id)))?.name ?? '';
    return row.is_required === true ? `${name} (${t(fieldLabelKey(table, 'is_required'))})` : name;
  };
  return (change) => {
    const { of_table, of_name, before, after } = change;
    const isSetting = change.table_name === 'configuration';
    return {
      record: isSetting ? t('control_change.settings') : `${t(entityLabelKey(of_table, 'one'))} ${of_name}`,
      what: [
        t(controlLabelKey(change)),
        change.used === null ? '' : t('control_change.used', { amount: format.amount(change.used) }),
      ].join(' '),
      before: sideOf(change, before, after) || t('control_change.nothing'),
      after: sideOf(change, after, before) || t('control_change.nothing'),
    };
  };
}

import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft, StoredRecord } from '../../../entity/draft.ts';
import { normalRow } from '../../../entity/problems.ts';
import { EntityForm } from '../../../entity/web/EntityForm.tsx';
import type { RecordStore } from '../../../entity/web/entity-data.ts';
import { rest } from '../../../platform/web/api.ts';
import { globalConfiguration, globalValues } from '../global-configuration.ts';
import type { GlobalAnswer } from '../model.ts';

const path = '/api/operator/global-configuration';

/** Stores all values as the rows of one record. */
const globalStore: RecordStore = {
  key: () => ['operator', 'global-configuration'],
  read: async (_, signal) => {
    const { stamp, rows } = await rest<GlobalAnswer>(path, { signal });
    return {
      record: {
        id: 1,
        stamp,
        values: {},
        children: {
          values: rows.map(({ id, values }) => ({
            key: String(id),
            id,
            stamp: null,
            values: normalRow(globalValues.fields, values),
          })),
        },
        links: {},
      },
      labels: new Map(),
      marks: [],
      flags: [],
      secrets: [],
      notes: new Map(),
    };
  },
  save: async (before: StoredRecord | null, after: Draft) => {
    const rows = (after.children.values ?? []).map(({ id, values }) => ({ id, values }));
    await rest(path, { method: 'POST', body: { stamp: before?.stamp ?? '', rows } });
    return 1;
  },
};

/** `/operator/global-configuration`: values of the whole installation (DATA-02, OP-12). */
export function GlobalConfigurationPage(): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <EntityForm
      entity={globalConfiguration}
      store={globalStore}
      title={t('operator.page.global-configuration')}
      id={1}
      tab={null}
      onTab={() => {}}
      onBack={() => void navigate({ to: '/operator/tenant' })}
      onCreated={() => {}}
    />
  );
}

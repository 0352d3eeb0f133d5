import type { SqlField } from '../../../graphql/extension.ts';
import { scalars } from '../../../graphql/scalars.ts';

/** The complete result of the last recognition (DATA-33, REC-07); contains amounts. */
export const recognitionRaw: SqlField = {
  table: 'invoice',
  name: 'recognition_raw',
  type: scalars.jsonb,
  isAmount: true,
  sql: (
    alias,
  ) => `select r.raw from invoice_recognition r where r.tenant_id = ${alias}.tenant_id and r.invoice_id = ${alias}.id
    and r.state = 'done' order by r.id desc limit 1`,
};

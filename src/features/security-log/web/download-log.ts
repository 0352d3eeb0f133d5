import type { TFunction } from 'i18next';
import { csvHead, csvRows } from '../../../base/csv.ts';
import { downloadText } from '../../../platform/web/download-text.ts';
import { personText } from './row-text.ts';
import { type After, readSecurityLog, type SecurityFilter } from './security-log-data.ts';

/** Columns of the file, titled `security_log.column.{name}`. */
export const logColumns = [
  'time',
  'kind',
  'person',
  'actor',
  'means',
  'device',
  'network',
  'what',
  'target',
  'code',
  'times',
] as const;

const rowsInOneGo = 1000;

/** Downloads all matching rows as one table, with instants in UTC. */
export async function downloadSecurityLog(filter: SecurityFilter, t: TFunction): Promise<void> {
  let text = csvHead(logColumns.map((name) => t(`security_log.column.${name}`)));
  let after: After = null;
  do {
    const { rows, names } = await readSecurityLog(filter, after, rowsInOneGo);
    text += csvRows(
      rows.map((row) => [
        row.created_at,
        t(`security_log.kind.${row.kind}`),
        personText(row.lb_user_id, names, t),
        personText(row.actor_id, names, t),
        row.means,
        row.device,
        row.network,
        row.what,
        row.target_id === null ? null : { number: String(row.target_id) },
        row.code,
        { number: String(row.times) },
      ]),
    );
    after = rows.length < rowsInOneGo ? null : (rows.at(-1) ?? null);
  } while (after !== null);
  downloadText(`${t('security_log.title')}.csv`, text);
}

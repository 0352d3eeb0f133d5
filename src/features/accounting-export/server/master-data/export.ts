import { Refused, refuse } from '../../../../base/refusal.ts';
import { retentionYears } from '../../../../platform/constants.ts';
import type { Context } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/server/database.ts';
import { storeFile } from '../../../../platform/server/files/files.ts';
import { periodOf } from '../../booking-day.ts';
import { partnerCategory } from '../../extf/categories.ts';
import type { CreditorExport } from '../../master-data/preview.ts';
import { headLines } from '../extf/header.ts';
import { inWindows1252 } from '../extf/windows-1252.ts';
import { lockMasterData } from './apply.ts';
import { rememberCreditors, writtenCreditors } from './known-creditors.ts';
import { companyOf } from './planning.ts';

/**
 * Writes a company's creditors that are new or changed since its last file as EXTF 16 (EXP-25). Refuses a company
 * without DATEV numbers, and an export without changes.
 */
export async function exportCreditors(tx: Tx, context: Context, clientId: number): Promise<CreditorExport> {
  await lockMasterData(tx, context);
  const company = await companyOf(tx, context, clientId);
  const { consultant_number, client_number } = company;
  if (consultant_number === null || client_number === null)
    throw new Refused(refuse('export_company_numbers_missing', { values: { company: company.name } }));
  const writer = tx.as('writer');
  const [{ creditors, leftOut }, known, moment] = await Promise.all([
    writtenCreditors(tx, company),
    writer.fixed<{ supplier_id: number; content: Buffer }>(
      'select supplier_id, content from invoice_known_creditor where client_id = $1',
      [company.id],
    ),
    writer.one<{ made_at: string; today: string }>(
      `select to_char(now() at time zone app.time_zone(), 'YYYYMMDDHH24MISSMS') as made_at,
         (now() at time zone app.time_zone())::date as today`,
    ),
  ]);
  const contents = new Map(known.map(({ supplier_id, content }) => [supplier_id, content]));
  const changed = creditors.filter(
    ({ supplierId, content }) => !(contents.get(supplierId)?.equals(content) ?? false),
  );
  if (changed.length === 0) throw new Refused(refuse('nothing_to_export'));
  const { yearStart } = periodOf(moment.today, company.fiscal_year_start);
  const head = headLines(partnerCategory, {
    company,
    madeAt: moment.made_at,
    yearStart,
    label: 'Kreditoren',
  });
  const name = `EXTF_Kreditoren_${client_number}_${moment.made_at.slice(0, 14)}.csv`;
  const fileId = await storeFile(writer, {
    tenantId: context.tenantId,
    name,
    mime: 'text/csv; charset=windows-1252',
    bytes: inWindows1252([head, ...changed.map(({ row }) => row)].join('')),
    receivedBy: 'export',
    createdById: context.userId,
    retentionYears: retentionYears.invoice,
  });
  await writer.fixed(
    `insert into invoice_creditor_file (tenant_id, client_id, file_id, creditor_count, exported_by_id)
     values ($1, $2, $3, $4, $5)`,
    [context.tenantId, company.id, fileId, changed.length, context.userId],
  );
  await rememberCreditors(writer, context, company, changed);
  return { file_id: fileId, name, creditors: changed.length, left_out: leftOut };
}

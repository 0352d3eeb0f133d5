import { limitedConnection } from '../../../platform/server/database/limits.ts';
import { PrimaryClient } from '../../../platform/server/database/primary.ts';
import { appendRecords, readRecords } from './head-file.ts';
import type { HeadRecord, Notary } from './head-record.ts';

/**
 * Records the chains after the restore of a backup, so that lost rows are not reported as cut off. Tenants missing in
 * the backup have lost everything.
 */
export async function noteRestore(
  ownerUrl: string,
  parts: { readonly notary: Notary; readonly headsFile: string; readonly file: string },
): Promise<void> {
  const client = new PrimaryClient({
    ...limitedConnection(),
    connectionString: ownerUrl,
    application_name: 'kontor restore',
  });
  await client.connect();
  try {
    const { rows } = await client.query<{ tenant: string; position: string; link: string }>(
      "select tenant_id as tenant, position, encode(link, 'hex') as link from app.audit_heads()",
    );
    const present = new Map(rows.map((row) => [Number(row.tenant), row]));
    const known = readRecords(parts.headsFile).records.map(({ tenant }) => tenant);
    const { rows: times } = await client.query<{ at: Date }>('select clock_timestamp() as at');
    const at = times.map((time) => time.at.toISOString()).join('');
    const records = [...new Set([...known, ...present.keys()])].map((tenant): HeadRecord => {
      const head = present.get(tenant);
      return {
        kind: 'restored',
        at,
        tenant,
        position: Number(head?.position ?? 0),
        link: head?.link ?? '',
        note: parts.file,
      };
    });
    appendRecords(
      parts.headsFile,
      records.map((record) => parts.notary.sign(record)),
    );
  } finally {
    await client.end();
  }
}

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRecords } from '../src/features/audit/server/head-file.ts';
import { openNotary, type SignedRecord } from '../src/features/audit/server/head-record.ts';
import { auditSealer } from '../src/features/audit/server/seal.ts';
import { verifyAudit } from '../src/features/audit/server/verify.ts';
import { openLog } from '../src/platform/server/log.ts';
import type { Figure } from './figure.ts';
import { type Fixture, upTo } from './fixture.ts';

const notary = openNotary('only-for-the-bench-and-long-enough', null);

const auditRows = (fixture: Fixture): number => upTo(100_000, fixture);

/** Writes changes of lines through the trigger and seals them; returns the signed heads. */
async function fill(fixture: Fixture): Promise<readonly SignedRecord[]> {
  const { owner, database, tenant } = fixture;
  await owner.query(
    `insert into audit_log (tenant_id, type, "table", relation_table, foreign_key, lb_user_id, affected_properties,
       data_before, data_after, amounts_before, amounts_after, random_id)
     select $1, 'update', 'procurement_line', 'procurement', n, 12, '{description,quantity,price_netto}',
       jsonb_build_object('description', 'Bürostuhl ' || n, 'quantity', n % 17),
       jsonb_build_object('description', 'Bürostuhl mit Armlehne ' || n, 'quantity', n % 19),
       jsonb_build_object('price_netto', n * 1.25), jsonb_build_object('price_netto', n * 1.30), 'abcdefghij'
     from generate_series(1, $2::int) n`,
    [tenant.tenantId, auditRows(fixture)],
  );
  const directory = mkdtempSync(join(tmpdir(), 'kontor-bench-heads-'));
  try {
    const headsFile = join(directory, 'heads.jsonl');
    await auditSealer({ database, log: openLog('warn'), notary, headsFile })();
    return readRecords(headsFile).records;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The hand-written side only reads and hashes each row separately: it does not detect missing rows. */
export const auditFigure: Figure = {
  name: 'audit_verify',
  title:
    'check of 100,000 sealed rows of the audit where there are as many documents: contents, chain and signed heads',
  aim: 0.5,
  aimP95: 3000,
  concurrencies: [1],
  sides: async (fixture) => {
    const records = await fill(fixture);
    return {
      product: async () => {
        const { rows, findings } = await verifyAudit(fixture.owner, notary, records);
        if (findings.length > 0 || rows < auditRows(fixture))
          throw new Error(JSON.stringify(findings.slice(0, 5)));
        return String(rows);
      },
      hand: async () => {
        const { rows } = await fixture.owner.query<{ row: string }>(
          'select a::text as row from audit_log a where tenant_id = $1 order by id',
          [fixture.tenant.tenantId],
        );
        for (const { row } of rows) createHash('sha256').update(row).digest();
        return String(rows.length);
      },
    };
  },
};

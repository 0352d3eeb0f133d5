import { fieldsOf } from '../../../document/field-values.ts';
import { fieldNames } from '../../../document/fields.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { amendedNames, signatureOf } from '../agreement.ts';
import { contractLineFields } from '../fields.ts';
import type { Contract } from '../model.ts';
import { namedFields, type RecordNames, type Version, versionDifferences } from '../versions.ts';
import type { StoredContract } from './store.ts';

/** The current version of a contract, with the names of its records. Runs as writer. */
export async function versionOf(tx: Tx, { head, lines, attachments }: Contract): Promise<Version> {
  const columns = Object.entries(namedFields).map(
    ([column, table], place) => `(select name from ${table} where id = $${place + 1}) as ${column}`,
  );
  const ids = Object.keys(namedFields).map((column) => Reflect.get(head, column));
  const names = await tx.one<RecordNames>(`select ${columns.join(', ')}`, ids);
  return { head, lines, names, files: attachments.map(({ name }) => name) };
}

/**
 * Stores the new version of an amended contract, and its original version at the first amendment (CON-38). Returns
 * the number of the new version. Runs as writer.
 */
export async function keepVersions(
  tx: Tx,
  context: Context,
  contract: StoredContract,
  amendment: StoredContract,
): Promise<number> {
  const [before, after] = [await versionOf(tx, contract), await versionOf(tx, amendment)];
  const { last } = await tx.one<{ last: number | null }>(
    'select max(version_no) as last from contract_version where contract_id = $1',
    [contract.id],
  );
  const first = last ?? 1;
  if (last === null) {
    const signed = signatureOf(contract.timeline);
    const signature = { at: signed?.completedAt ?? null, by: signed?.lbUserId ?? null };
    await insertVersion(tx, context, { contract, no: first, version: before, ...signature });
  }
  const differences = versionDifferences(before, after);
  const amended = { amendmentId: amendment.id, at: null, by: context.userId, differences };
  await insertVersion(tx, context, { contract, no: first + 1, version: after, ...amended });
  return first + 1;
}

interface NewVersion {
  readonly contract: StoredContract;
  readonly no: number;
  readonly version: Version;
  readonly amendmentId?: number;
  /** Null for now. */
  readonly at: string | null;
  readonly by: number | null;
  readonly differences?: ReturnType<typeof versionDifferences>;
}

async function insertVersion(tx: Tx, context: Context, made: NewVersion): Promise<void> {
  const { contract, no, version, amendmentId = null, at, by, differences = [] } = made;
  const { head, lines, names, files } = version;
  const particulars = {
    head: fieldsOf(head, amendedNames),
    names,
    lines: lines.map((line) => fieldsOf(line, fieldNames(contractLineFields))),
    files,
  };
  await tx.fixed(
    `insert into contract_version (tenant_id, contract_id, version_no, amendment_id, signed_at, signed_by_id, changed, particulars, differences)
     values ($1, $2, $3, $4, case when $3 > 1 then now() else $5::timestamptz end, $6, $7, $8, $9)`,
    [
      ...[context.tenantId, contract.id, no, amendmentId, at, by],
      [...new Set(differences.map(({ field }) => field))],
      ...[JSON.stringify(particulars), JSON.stringify(differences)],
    ],
  );
}

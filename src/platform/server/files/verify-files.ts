import type pg from 'pg';

/** A file whose stored bytes are not those of its row. */
export interface DisagreeingFile {
  readonly tenant: number;
  readonly id: string;
  readonly name: string;
}

export interface VerifiedFiles {
  /** Number of checked files. */
  readonly files: number;
  readonly disagreeing: readonly DisagreeingFile[];
}

/**
 * Reads every file in the database and compares size and SHA-256 with its row, as after a restore (TECH-17); those in an
 * object store are checked by `damagedFiles`. `client` must be able to read everything.
 */
export async function verifyFiles(client: pg.Client): Promise<VerifiedFiles> {
  const { rows } = await client.query<{ files: string; disagreeing: DisagreeingFile[] }>(
    `select count(*) as files,
       coalesce(json_agg(json_build_object('tenant', tenant_id, 'id', id, 'name', name) order by tenant_id, id)
         filter (where not agrees), '[]') as disagreeing
     from (
       select f.tenant_id, f.id, f.name, c.size = f.size and c.sha256 = f.sha256 as agrees
       from public.file f cross join lateral (
         select coalesce(sum(length(bytes)), 0) as size,
           sha256(coalesce(string_agg(bytes, ''::bytea order by chunk_no), '')) as sha256
         from public.file_chunk where tenant_id = f.tenant_id and file_id = f.id) c
       where not exists (select from public.file_object o where o.tenant_id = f.tenant_id and o.file_id = f.id)
     ) checked`,
  );
  const [found] = rows;
  return { files: Number(found?.files ?? 0), disagreeing: found?.disagreeing ?? [] };
}

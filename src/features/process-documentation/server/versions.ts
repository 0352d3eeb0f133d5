import { Refused, refuse } from '../../../base/refusal.ts';
import { retentionYears } from '../../../platform/constants.ts';
import type { Context } from '../../../platform/context.ts';
import { asWriter } from '../../../platform/server/as-role.ts';
import type { Clock } from '../../../platform/server/clock.ts';
import type { Database, Tx } from '../../../platform/server/database.ts';
import { readFile, sha256Of, storeFile } from '../../../platform/server/files/files.ts';
import type { SettingAudit } from '../../audit/server/store.ts';
import { type Installation, maxRows } from '../facts.ts';
import type { Gap, Version, VersionOrder } from '../model.ts';
import type { PrintableDocumentation } from './draw-documentation.ts';
import { type Documentation, readDocumentation, versionQuery } from './read.ts';
import { setDocumentation } from './set-documentation.ts';

export interface VersionParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly installation: Installation;
  readonly audit: () => Promise<SettingAudit>;
}

/** If another version was made meanwhile, the pages are set again with the next number. */
const attempts = 5;

/**
 * Makes the next version of the process documentation and keeps it for ten years (ARC-01, ARC-02, ARC-06). Numbers
 * have no gaps, even with concurrent calls; a repeated call returns the version made first. Refuses `gaps_open` while a
 * claim has neither proof nor explanation (ARC-07).
 */
export async function makeVersion(
  parts: VersionParts,
  context: Context,
  order: VersionOrder,
): Promise<Version> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const made = await tryVersion(parts, context, order);
    if (made) return made;
  }
  throw new Refused(refuse('try_again'));
}

async function tryVersion(
  { database, clock, installation, audit }: VersionParts,
  context: Context,
  order: VersionOrder,
): Promise<Version | undefined> {
  const madeAt = clock.now();
  const known = await audit();
  const prepared = await database.inTenant(
    context,
    async (tx) => {
      const [former, person, documentation] = await Promise.all([
        versionOf(tx, 'p.request_key = $1', order.key),
        whoAsks(tx),
        readDocumentation(tx, { lang: order.lang, installation, audit: known }),
      ]);
      return { former, person, documentation };
    },
    { role: 'writer', isSnapshot: true },
  );
  if (prepared.former) return prepared.former;
  const { person, documentation } = prepared;
  requireNoGap(documentation.gaps);
  const number = (documentation.versions[0]?.number ?? 0) + 1;
  const printable = printableOf(documentation, order, { number, person, madeAt });
  const { bytes, pages } = await setDocumentation(printable);
  return await asWriter(database, context, async (tx) => {
    // Concurrent calls wait here and then find the number taken.
    await tx.query("select pg_advisory_xact_lock(hashtextextended('process documentation', $1))", [
      context.tenantId,
    ]);
    const former = await versionOf(tx, 'p.request_key = $1', order.key);
    if (former) return former;
    const taken = await tx.maybeOne('select from process_documentation where number >= $1', [number]);
    if (taken) return undefined;
    const fileId = await storeFile(tx, {
      tenantId: context.tenantId,
      name: documentation.words.of('file', { number: String(number) }),
      mime: 'application/pdf',
      bytes,
      receivedBy: 'documentation',
      createdById: null,
      retentionYears: retentionYears.records,
    });
    await tx.query(
      `insert into process_documentation
           (tenant_id, number, lang, note, made_by, made_at, request_key, file_id, sha256, described_sha256, pages, last_audit_id)
         values (app.tenant_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        number,
        order.lang,
        order.note,
        person,
        madeAt,
        order.key,
        fileId,
        sha256Of(bytes).toString('hex'),
        documentation.digest,
        pages,
        documentation.lastEntry,
      ],
    );
    return await versionOf(tx, 'p.number = $1', number);
  });
}

/** A claim without proof is explained before a version is kept (ARC-07). */
function requireNoGap(gaps: readonly Gap[]): void {
  const open = gaps.filter(({ explanation }) => explanation === null);
  if (open.length > 0)
    throw new Refused(refuse('gaps_open', { values: { gaps: open.map(({ title }) => title).join(', ') } }));
}

async function versionOf(
  tx: Tx,
  condition: 'p.number = $1' | 'p.request_key = $1',
  value: string | number,
): Promise<Version | undefined> {
  const row = await tx.maybeOne<Version & { described_sha256: string; last_audit_id: number }>(
    `${versionQuery} where ${condition}`,
    [value],
  );
  if (!row) return undefined;
  const { described_sha256: _, last_audit_id: __, ...version } = row;
  return version;
}

/** Name of the logged-in person, and of the person they act as. */
async function whoAsks(tx: Tx): Promise<string> {
  const { actor, acting } = await tx.one<{ actor: string; acting: string | null }>(
    `select a.name as actor, u.name as acting
     from lb_user a left join lb_user u on u.tenant_id = a.tenant_id and u.id = app.user_id() and u.id <> a.id
     where a.tenant_id = app.tenant_id() and a.id = coalesce(app.actor_id(), app.user_id())`,
  );
  return acting === null ? actor : `${actor} (${acting})`;
}

function printableOf(
  { words, parts, facts }: Documentation,
  { lang, note }: VersionOrder,
  { number, person, madeAt }: { readonly number: number; readonly person: string; readonly madeAt: Date },
): PrintableDocumentation {
  const day = words.instant(madeAt.toISOString());
  const cover: readonly (readonly [string, string])[] = [
    [words.of('cover.version'), String(number)],
    [words.of('cover.made_at'), day],
    [words.of('cover.made_by'), person],
    ...(note === null ? [] : [[words.of('cover.note'), note] as const]),
    [words.of('cover.program'), `Kontor ${facts.program}`],
  ];
  return {
    lang,
    title: words.of('title'),
    subtitle: words.of('subtitle'),
    company: facts.tenant.name,
    cover,
    contents: words.of('contents'),
    cut: words.of('cut', { count: maxRows }),
    foot: words.of('foot', { title: words.of('title'), number: String(number), day }),
    page: words.of('page', { page: '{{page}}', pages: '{{pages}}' }),
    parts,
    issuedAt: madeAt,
  };
}

/** The file of a version, or `not_found`. `tx` acts as `writer` for an administrator. */
export async function versionFile(tx: Tx, number: number): Promise<{ name: string; bytes: Buffer }> {
  const { file_id } = await tx.one<{ file_id: string }>(
    'select file_id from process_documentation where number = $1',
    [number],
  );
  return await readFile(tx, file_id);
}

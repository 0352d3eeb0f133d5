import type { Tx } from '../../../platform/server/database.ts';
import { sha256Of } from '../../../platform/server/files/files.ts';
import type { SettingAudit } from '../../audit/server/store.ts';
import { documentedParts, shownGaps } from '../content.ts';
import { describedChange } from '../described-change.ts';
import type { Facts, Installation } from '../facts.ts';
import type { Change, DocumentationLanguage, DocumentedPart, Gap, Past, Version } from '../model.ts';
import type { Words } from '../words.ts';
import { documentWords } from './document-words.ts';
import { loadFacts } from './load-facts.ts';
import { loadProofs } from './load-proofs.ts';

/** Limit of listed changes since the newest version. */
const maxChanges = 400;

/** The current documentation with its history. */
export interface Documentation {
  readonly facts: Facts;
  readonly words: Words;
  readonly parts: readonly DocumentedPart[];
  readonly gaps: readonly Gap[];
  readonly versions: readonly Version[];
  readonly changes: readonly Change[];
  readonly changeCount: number;
  readonly isChanged: boolean;
  /** Hash of everything described, hexadecimal. */
  readonly digest: string;
  /** Id of the last audit entry included. */
  readonly lastEntry: number;
}

interface VersionRow extends Version {
  readonly described_sha256: string;
  readonly last_audit_id: number;
}

export const versionQuery = `
  select p.number, p.lang, p.note, p.made_by, p.made_at, p.pages, p.sha256, f.retain_until, p.described_sha256, p.last_audit_id
  from process_documentation p join file f on f.tenant_id = p.tenant_id and f.id = p.file_id`;

/** The current process documentation (ARC-06). `tx` acts as `writer` for an administrator with one snapshot. */
export async function readDocumentation(
  tx: Tx,
  {
    lang,
    installation,
    audit,
  }: {
    readonly lang: DocumentationLanguage;
    readonly installation: Installation;
    readonly audit: SettingAudit;
  },
): Promise<Documentation> {
  const [facts, proofs, rows, lastEntry, zone] = await Promise.all([
    loadFacts(tx, installation),
    loadProofs(tx),
    tx.fixed<VersionRow>(`${versionQuery} order by p.number desc`),
    audit.last(tx),
    tx.one<{ zone: string }>('select app.time_zone() as zone'),
  ]);
  const words = documentWords(lang, zone.zone);
  const [newest] = rows;
  const since = newest
    ? await audit.since(tx, { language: lang, after: newest.last_audit_id, limit: maxChanges })
    : { items: [], count: 0 };
  const changes = since.items.map((item) => describedChange(item, words));
  const versions = rows.map(({ described_sha256: _, last_audit_id: __, ...version }) => version);
  const past: Past = { versions, changes, changeCount: since.count };
  const gaps = shownGaps(facts, lang, words, proofs);
  // Only which proofs are missing counts: a new backup every night changes nothing.
  const described = { ...facts, gaps: gaps.map(({ key }) => key) };
  const digest = sha256Of(Buffer.from(JSON.stringify(described))).toString('hex');
  return {
    facts,
    words,
    parts: documentedParts(facts, lang, words, past, proofs),
    gaps,
    ...past,
    versions,
    isChanged: newest !== undefined && newest.described_sha256 !== digest,
    digest,
    lastEntry,
  };
}

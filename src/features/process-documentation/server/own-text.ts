import { Refused, refuse } from '../../../base/refusal.ts';
import type { Tx } from '../../../platform/server/database.ts';
import { usualText } from '../content.ts';
import type { Installation } from '../facts.ts';
import type { SavedText } from '../model.ts';
import { documentWords } from './document-words.ts';
import { loadFacts } from './load-facts.ts';

/**
 * Saves the tenant's text of a chapter, or its explanation of a gap; null restores the default (ARC-06, ARC-07). Refuses `record_changed` after a
 * concurrent change. `tx` acts as `writer` for an administrator.
 */
export async function saveText(tx: Tx, installation: Installation, saved: SavedText): Promise<void> {
  const { chapter, lang, expected } = saved;
  await tx.query("select pg_advisory_xact_lock(hashtextextended('process text', app.tenant_id()))");
  const facts = await loadFacts(tx, installation);
  const usual = usualText(facts, documentWords(lang, 'UTC'), chapter);
  const own = facts.texts.find((text) => text.chapter === chapter && text.lang === lang)?.content;
  if ((own ?? usual) !== expected) throw new Refused(refuse('record_changed'));
  const text = saved.text?.trim() ?? '';
  if (text === (own ?? usual)) return;
  if (text === '' || text === usual) {
    await tx.query('delete from process_text where chapter = $1 and lang = $2', [chapter, lang]);
    return;
  }
  await tx.query(
    `insert into process_text (tenant_id, chapter, lang, content) values (app.tenant_id(), $1, $2, $3)
     on conflict (tenant_id, chapter, lang) do update set content = excluded.content`,
    [chapter, lang, text],
  );
}

import type { Tx } from '../../../platform/server/database.ts';
import type { Facts, Installation } from '../facts.ts';
import type { DocumentationLanguage } from '../model.ts';
import type { Words } from '../words.ts';
import { documentWords } from './document-words.ts';
import { loadFacts } from './load-facts.ts';

/** The settings of a tenant, with words to describe them. */
export interface DescribedSettings {
  readonly facts: Facts;
  readonly words: Words;
  /** When they were read, ISO 8601. */
  readonly readAt: string;
}

/** Reads the settings for a document about them. `tx` acts as `writer` for an administrator. */
export async function describedSettings(
  tx: Tx,
  installation: Installation,
  lang: DocumentationLanguage,
): Promise<DescribedSettings> {
  const [facts, { zone, readAt }] = await Promise.all([
    loadFacts(tx, installation),
    tx.one<{ zone: string; readAt: string }>('select app.time_zone() as zone, now() as "readAt"'),
  ]);
  return { facts, words: documentWords(lang, zone), readAt };
}

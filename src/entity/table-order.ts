import { z } from 'zod';
import { languages } from '../base/language.ts';
import { literal, searchedFor } from '../graphql/search-where.ts';
import type { Entity } from './entity.ts';
import { relationName } from './record.ts';

const tableFormats = ['csv', 'xlsx'] as const;

/** Which rows of a table view are downloaded, and how (SHEET-20); shared by the page and the job. */
export const tableSettings = z.object({
  format: z.enum(tableFormats),
  /** The text of the search; empty for all rows. */
  text: z.string().max(200).default(''),
  /** A file without rows, to be filled in (SHEET-19). */
  is_template: z.boolean().default(false),
  language: z.enum(languages),
});
export type TableSettings = z.input<typeof tableSettings>;

export const tableOrder = tableSettings.extend({ entity: z.string().max(60) });
export type TableOrder = z.infer<typeof tableOrder>;

type Where = Readonly<Record<string, unknown>>;

/**
 * The condition for all rows of the entity that match a search, including rows that the page has not loaded
 * (SHEET-20).
 */
export function tableWhere(entity: Entity, text: string): Where {
  const constants = Object.entries(entity.constants);
  return {
    _and: [...constants.map(([name, value]) => ({ [name]: { _eq: value } })), ...searchedIn(entity, text)],
  };
}

/** Rows that another form edits are found by their own label and by their owner. */
function searchedIn({ search, label, editedIn }: Entity, text: string): readonly Where[] {
  const found = searchedFor(text, search.includes('email') ? { email: 'email' } : {});
  if (editedIn === undefined || found.length === 0) return found;
  const ofOwner = { [relationName(editedIn.field)]: { _and: found } };
  const own = label.map((name) => ({ [name]: { _ilike: `%${literal(text.trim())}%` } }));
  return [{ _or: [...own, ofOwner] }];
}

import { readFileSync } from 'node:fs';
import { languages } from '../../src/base/language.ts';
import { historyTypes } from '../../src/features/audit/history.ts';
import { isTechnical } from '../../src/features/audit/server/history-labels.ts';
import { entryStatuses } from '../../src/timeline/entry-types.ts';
import { readTexts } from './locale-files.ts';

/** Tables of parts that have no page yet; their histories cannot be opened. */
const unseen = /^(invoice|contract|mailbox|marketplace|punchout)/;

const schema = readFileSync(new URL('../../db/schema.sql', import.meta.url), 'utf8');
const audited = new Set(
  [...schema.matchAll(/create trigger \w*audit\w* [^;]*? on (?:public\.)?(\w+)/gi)].map(([, table]) => table),
);

const tables = [...schema.matchAll(/create table (\w+) \(\n(.*?)\n\);/gis)].flatMap(
  ([, table = '', body = '']) =>
    audited.has(table) && !unseen.test(table) ? [{ table, columns: columnsOf(body) }] : [],
);

function columnsOf(body: string): readonly string[] {
  const names = [...body.matchAll(/^ {2}"?([a-z]\w*)"? /gm)].map(([, name = '']) => name);
  return names.filter(
    (name) => !['constraint', 'primary', 'unique', 'foreign', 'check', 'exclude'].includes(name),
  );
}

const texts = readTexts('de');
const isNamed = (table: string, column: string): boolean =>
  texts.has(`entity.${table === 'tenant' ? 'configuration' : table}.field.${column}`) ||
  texts.has(`field.${column}`);

/** What the history of a record calls its columns and parts, where no form has a word for them (AUD-08). */
export const auditFamilies: Readonly<Record<string, readonly string[]>> = {
  'audit.entry_status.*': entryStatuses,
  'audit.field.*': [
    ...new Set(
      tables.flatMap(({ table, columns }) =>
        columns.filter((column) => !isTechnical(column) && !isNamed(table, column)),
      ),
    ),
  ],
  'audit.language.*': languages,
  'audit.table.*': tables.flatMap(({ table }) => (texts.has(`entity.${table}.one`) ? [] : [table])),
  'audit.type.*': historyTypes,
};

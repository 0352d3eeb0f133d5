import { readFileSync } from 'node:fs';
import { historyTypes } from '../../src/features/audit/history.ts';
import { isTechnical } from '../../src/features/audit/server/history-labels.ts';
import { contractCategories } from '../../src/features/contract/enumerations.ts';
import { operations } from '../../src/features/operator/health.ts';
import { entryStatuses } from '../../src/timeline/kinds.ts';
import { readTexts } from './locale-files.ts';

/** Tables of parts without a page; their histories cannot be opened. */
const unseen = /^(deletion|invoice|marketplace|punchout)/;
const isOfContract = (table: string): boolean => /^contract(?!_approver)(_|$)/.test(table);

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

/** Field names that have another meaning in other documents than in a contract. */
const othersOfContract = ['type'];

/** The values of a contract's checks without a text elsewhere, as `column.value`. */
const contractChoices = [
  ...schema.matchAll(/constraint contract_\w+ CHECK \(\((\w+) = ANY \(ARRAY\[(.*?)\]/g),
].flatMap(([, column = '', values = '']) =>
  ['status', 'category', 'usage_type', 'payment_timing', 'rate_source'].includes(column)
    ? []
    : [...values.matchAll(/'(\w+)'/g)].map(
        ([, value]) => `${column.endsWith('unit_type') ? 'unit' : column}.${value}`,
      ),
);

/** Labels of columns and parts in the history of a record that no form names (AUD-08). */
export const auditFamilies: Readonly<Record<string, readonly string[]>> = {
  'audit.content_type.*': ['insert', 'update', 'delete'],
  'audit.contract.*': [
    ...new Set(
      tables.flatMap(({ table, columns }) =>
        isOfContract(table)
          ? columns.filter(
              (column) =>
                !isTechnical(column) && (!texts.has(`field.${column}`) || othersOfContract.includes(column)),
            )
          : [],
      ),
    ),
  ],
  'contract.choice.*.*': [...new Set(contractChoices.filter((choice) => !choice.startsWith('unit.')))],
  'contract.choice.unit.*': [
    ...new Set(
      contractChoices.flatMap((choice) => (choice.startsWith('unit.') ? [choice.slice('unit.'.length)] : [])),
    ),
  ],
  'audit.entry_status.*': entryStatuses,
  'audit.field.*': [
    ...operations,
    ...new Set(
      tables.flatMap(({ table, columns }) =>
        isOfContract(table)
          ? []
          : columns.filter((column) => !isTechnical(column) && !isNamed(table, column)),
      ),
    ),
  ],
  'audit.tenant_status.*': ['active', 'archived', 'moving', 'moved', 'arriving'],
  'overview.contract_category.*': contractCategories,
  'audit.table.*': tables.flatMap(({ table }) => (texts.has(`entity.${table}.one`) ? [] : [table])),
  'audit.type.*': historyTypes,
};

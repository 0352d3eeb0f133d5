import type { ChangeQuestion } from '../../../graphql/server/engine.ts';
import { bookedBy } from '../reach.ts';

const tables = bookedBy.map((table) => `'${table}'`).join(', ');

/** Asks for confirmation when one mutation changes the posting data of several rows of a table (API-41). */
const manyRowsQuestion: ChangeQuestion = {
  code: 'many_rows',
  isAskedInTable: true,
  sql: `select jsonb_build_object('count', sum(each.count)) as values, jsonb_object_agg(each.key, each.value)::text as subject
    from (select t.key, t.value, (select count(*) from jsonb_object_keys(t.value)) as count
      from jsonb_each(nullif(current_setting('app.steered', true), '')::jsonb) t where t.key in (${tables})) each
    where each.count > 1 having count(*) > 0`,
};

export const manyRowsQuestions = bookedBy.map((table) => [table, manyRowsQuestion] as const);

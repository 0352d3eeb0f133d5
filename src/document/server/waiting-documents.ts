import {
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql';
import { z } from 'zod';
import { scalars } from '../../graphql/scalars.ts';
import { type QueryFunction, queryFunction } from '../../graphql/server/command.ts';
import type { WaitingKind } from '../waiting.ts';
import { key } from './inputs.ts';

/** The number of documents listed per kind; further ones are counted. */
const maxNamed = 5;
/** The maximum number of rows per set, as many as a table view holds, and of sets with the same changed columns. */
const maxRows = 5_000;
const maxSets = 1_000;
const maxClients = 1_000;
const maxColumns = 100;

const text = { type: GraphQLString };
const someText = { type: new GraphQLNonNull(GraphQLString) };
const count = { type: new GraphQLNonNull(GraphQLInt) };
const listOf = (type: GraphQLOutputType) => ({
  type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type))),
});
const documentType = new GraphQLObjectType({
  name: 'waiting_document',
  description: 'An open document that uses master data (PROC-43).',
  fields: { id: { type: new GraphQLNonNull(scalars.bigint) }, number: text, name: text },
});
const kindType = new GraphQLObjectType({
  name: 'waiting_kind',
  description: 'Open documents of one kind: their number, the open statuses, and the newest ones.',
  fields: {
    kind: someText,
    statuses: listOf(GraphQLString),
    count,
    clients: {
      ...listOf(scalars.bigint),
      description: 'The companies whose documents are affected. Empty if all are.',
    },
    held: {
      ...listOf(GraphQLString),
      description:
        'Filters for lists, as `relation.column.id`: the columns that use the rows, or the tasks of people. Empty if all open documents are affected.',
    },
    documents: listOf(documentType),
  },
});
const waitingSql = `
  with asked as materialized (
    select r."table", array_agg(id) as ids, c.clients
    from jsonb_to_recordset($1) as r ("table" text, ids bigint[], clients bigint[], columns text[])
    cross join unnest(r.ids) id
    cross join lateral (select coalesce(r.clients, app.companies_reached(r."table", id, r.columns)) as clients) c
    group by r."table", c.clients)
  select kind, app.open_statuses(kind) as statuses, count(*)::integer as count,
    case when cardinality($2::text[]) > 0 or exists (select from asked a where a.clients is null) then array[]::bigint[] else array(
      select distinct unnest(a.clients) from asked a order by 1) end as clients,
    case when exists (select from app.steering() s where s.table_name = 'configuration' and s.field = any ($2) and found.kind = any (s.kinds))
      then array[]::text[] else array(
        select distinct h.relation || '.' || h.held_column || '.' || id from asked r
        cross join lateral (select a.kind, a.relation, a.held_column from app.documents_hold(r."table") a
            where r."table" not in ('lb_user', 'task_group')
          union all select found.kind, 'document', 'assignee_ids' where r."table" in ('lb_user', 'task_group')) h
        cross join unnest(r.ids) as id
        where h.kind = found.kind order by 1) end as held,
    json_agg(json_build_object('id', id, 'number', number, 'name', name) order by place) filter (where place <= ${maxNamed}) as documents
  from (select d.kind, d.id, d.number, d.name, row_number() over (partition by d.kind order by d.timeline_id desc) as place
    from (
      select w.kind, w.document_id from asked r cross join lateral app.documents_waiting_on(r."table", r.ids, r.clients) w
      union
      select w.kind, w.document_id from app.documents_under_settings($2) w) w
    join document d on d.kind = w.kind and d.id = w.document_id) found
  group by kind order by kind`;

const retired = z.object({
  table: z.string().max(60),
  ids: z.array(key()).min(1).max(maxRows),
  /** Only documents of these companies; by default of those in which the changed columns count. */
  clients: z.array(key()).max(maxClients).nullish(),
  /** The changed columns; without them the whole row. */
  columns: z.array(z.string().max(60)).max(maxColumns).nullish(),
});

/**
 * `documents_waiting_on`: the open documents that prevent deactivating or changing master data (PROC-43). Master data
 * is held through foreign keys of documents and lines (`app.documents_hold`), people through open tasks, and settings
 * through `app.steering`. Administrators see all of them.
 */
export const documentsWaitingOn: QueryFunction = queryFunction({
  name: 'documents_waiting_on',
  description:
    'The open documents that use these rows of master data or these settings, by kind; for administrators.',
  input: z.object({
    rows: z.array(retired).max(maxSets),
    settings: z.array(z.string().max(60)).max(100).optional(),
  }),
  output: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(kindType))),
  kinds: ['admin'],
  run: async (tx, _, { rows, settings = [] }): Promise<readonly WaitingKind[]> =>
    await tx.fixed<WaitingKind>(waitingSql, [JSON.stringify(rows), settings]),
});

import { documentKinds } from '../../../timeline/kinds.ts';

/**
 * CTEs that decide what is read from kept sums and what from documents. For kinds of which the person sees all
 * documents, whole spans (`first` to `last`) are read from the sums, which are shown only to such people (DASH-03);
 * remaining days, other kinds and filtered queries are read from the documents.
 */
export const readSpans = `
  asked as materialized (
    select days.*, case when app.sum_span(days.lower) = days.lower then days.lower else app.sum_span_end(days.lower) end as first,
        app.sum_span(days.upper) as last,
        case when $3::bigint[] is null and $4::bigint[] is null and $5::bigint[] is null
          then app.kinds_seen('all') else '{}' end as summed
      from (
        select $1::date::timestamp at time zone app.time_zone() as lower,
          ($2::date + 1)::timestamp at time zone app.time_zone() as upper
      ) days
  ), read as materialized (
    select part.* from (
      select lower, upper, array(select unnest(array['${documentKinds.join("', '")}']) except select unnest(summed)) as kinds
        from asked
      union all
      select lower, case when first < last then first else upper end, summed from asked
      union all
      select last, upper, summed from asked where first < last
    ) part where lower < upper and kinds <> '{}'
  )`;

/** The kept sums of whole spans. */
export const fromSums = `
  document_total where span >= (select first from asked) and span < (select last from asked)
    and kind = any ((select summed from asked)::text[])`;

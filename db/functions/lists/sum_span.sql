-- The dashboard of a year sums hundreds of thousands of documents (DASH-03). For people who see all documents of a
-- kind, sums are maintained by spans of about a month. A tenant's month begins between fourteen hours before and
-- twelve hours after that of UTC, so these hours are a separate span between two months: a span is complete in every
-- time zone, and a tenant's change of time zone needs no recomputation.
create or replace function app.sum_span(at timestamptz) returns timestamptz language sql immutable parallel safe
return (
  date_trunc('month', at at time zone 'UTC' - interval '12 hours')
  + case when at at time zone 'UTC' < date_trunc('month', at at time zone 'UTC' - interval '12 hours') + interval '1 month -14 hours'
      then interval '12 hours' else interval '1 month -14 hours' end
) at time zone 'UTC';
grant execute on function app.sum_span(timestamptz) to reader, reader_price;

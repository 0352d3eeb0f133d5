-- The dashboard of a year adds what hundreds of thousands of documents are worth (DASH-03). For whoever sees all documents of a kind
-- they are added up while they change, by spans of about a month. A month of a tenant begins between fourteen hours before and twelve
-- hours after that of UTC, so these hours are a span of their own between two months: a span counts whole wherever the tenant is, and
-- when the tenant moves to another time zone nothing is to be added anew.
create or replace function app.sum_span(at timestamptz) returns timestamptz language sql immutable parallel safe
return (
  date_trunc('month', at at time zone 'UTC' - interval '12 hours')
  + case when at at time zone 'UTC' < date_trunc('month', at at time zone 'UTC' - interval '12 hours') + interval '1 month -14 hours'
      then interval '12 hours' else interval '1 month -14 hours' end
) at time zone 'UTC';
grant execute on function app.sum_span(timestamptz) to reader, reader_price;

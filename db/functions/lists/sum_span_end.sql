create or replace function app.sum_span_end(at timestamptz) returns timestamptz language sql immutable parallel safe
return (
  date_trunc('month', at at time zone 'UTC' - interval '12 hours') + interval '1 month'
  + case when at at time zone 'UTC' < date_trunc('month', at at time zone 'UTC' - interval '12 hours') + interval '1 month -14 hours'
      then interval '-14 hours' else interval '12 hours' end
) at time zone 'UTC';
grant execute on function app.sum_span_end(timestamptz) to reader, reader_price;

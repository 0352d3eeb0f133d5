-- Converts an amount through the company's currency; rates as from `app.known_rate`. Null if a needed one is unknown.
create or replace function app.in_currency(in_net numeric, in_currency text, in_rate numeric, to_currency text, to_rate numeric) returns numeric
language sql immutable parallel safe
return case when in_currency = to_currency then in_net else round(in_net * in_rate / to_rate, 2) end;
grant execute on function app.in_currency(numeric, text, numeric, text, numeric) to writer;

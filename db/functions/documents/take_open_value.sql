create or replace function app.take_open_value() returns trigger language plpgsql set search_path = '' as $$
begin
  new.open_value := new.total_netto - case when tg_op = 'INSERT' then 0
    else (select net from app.invoiced_of(new.tenant_id, new.id, new.currency,
      app.known_rate(new.tenant_id, new.client_id, new.currency, new.exchange_rate))) end;
  return new;
end
$$;

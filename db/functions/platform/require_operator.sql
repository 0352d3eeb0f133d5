create or replace function app.require_operator() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not app.is_operator() then
    raise exception 'permission denied for the health of the installation' using errcode = '42501';
  end if;
end
$$;

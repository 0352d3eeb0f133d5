-- The operator may also change the main language, but has no rights on the translated rows.
create or replace function app.rename_in_main_language() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.department set translations = translations where tenant_id = new.id and translations <> '[]';
  update public.cost_center set translations = translations where tenant_id = new.id and translations <> '[]';
  update public.product_group set translations = translations where tenant_id = new.id and translations <> '[]';
  return null;
end
$$;

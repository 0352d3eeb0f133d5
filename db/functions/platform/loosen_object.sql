-- The object of a deleted file stays in the store for 30 days, so that a restored backup finds its bytes; after a
-- deletion by an operator it goes at once. Its key for reading is gone in both cases.
create or replace function app.loosen_object() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.loose_object (object_key, drop_after)
    values (old.object_key, case when app.is_removing(old.tenant_id) or app.is_deleting(old.tenant_id)
      then now() else now() + interval '30 days' end)
    on conflict (object_key) do update set drop_after = excluded.drop_after;
  return null;
end
$$;

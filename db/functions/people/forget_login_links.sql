-- Login links sent to a former address no longer work: an invitation is valid for days (AUTH-27). Nor does an account at an issuer
-- that was bound by it (AUTH-32).
create or replace function app.forget_login_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.login_token where tenant_id = new.tenant_id and lb_user_id = new.id and used_at is null;
  delete from public.approval_link where tenant_id = new.tenant_id and lb_user_id = new.id and used_at is null;
  delete from public.sign_on_identity where tenant_id = new.tenant_id and lb_user_id = new.id;
  return null;
end
$$;

-- Takes name, address and everything that belongs to leavers alone once nothing needs their names any more (ARC-08, Art. 17
-- GDPR). The audit keeps none of these changes, because it would keep the former name for ten more years
-- (`app.is_pseudonymising`); its row about it names nobody.
create or replace function app.pseudonymise_leavers() returns void
language plpgsql security definer set search_path = '' set app.pseudonymising = 'on' as $$
declare
  leaver record;
begin
  for leaver in
    select u.tenant_id, u.id from public.lb_user u
    where not u.active and not u.is_group and not u.is_system and not u.is_service and not app.is_pseudonym(u.email)
      and u.updated_at < now() - interval '10 years'
      and app.person_kept_until(u.tenant_id, u.id) < app.day_of_tenant(u.tenant_id, now())
    order by u.tenant_id, u.id limit 100 for update of u skip locked
  loop
    insert into public.audit_log (tenant_id, type, "table", relation_table, foreign_key, info, random_id)
      values (leaver.tenant_id, 'info', 'lb_user', 'pseudonym', leaver.id, 'Art. 17 GDPR', app.audit_group());
    delete from public.passkey where tenant_id = leaver.tenant_id and lb_user_id = leaver.id;
    delete from public.refresh_token where tenant_id = leaver.tenant_id and lb_user_id = leaver.id;
    delete from public.login_token where tenant_id = leaver.tenant_id and lb_user_id = leaver.id;
    delete from public.known_device where tenant_id = leaver.tenant_id and lb_user_id = leaver.id;
    delete from public.sign_on_identity where tenant_id = leaver.tenant_id and lb_user_id = leaver.id;
    delete from public.directory_person where tenant_id = leaver.tenant_id and lb_user_id = leaver.id;
    delete from public.directory_member where tenant_id = leaver.tenant_id and lb_user_id = leaver.id;
    delete from public.user_address where tenant_id = leaver.tenant_id and lb_user_id = leaver.id;
    delete from public.mail where tenant_id = leaver.tenant_id and lb_user_id = leaver.id and file_id is null;
    update public.lb_user set name = 'Person ' || id, email = 'person-' || id || '@pseudonym.invalid', roles = '{}',
        approval_limit = null, priority_approval_limit = null, api_token_hash = null, token_maker_id = null,
        signature_file_id = null, substitute_id = null, absence_from = null, absence_to = null, auditor_client_id = null,
        auditor_from = null, auditor_until = null, auditor_ends_on = null
      where tenant_id = leaver.tenant_id and id = leaver.id;
  end loop;
end
$$;
grant execute on function app.pseudonymise_leavers() to gate;

-- Durations also count days; a notice period of zero says that there is none (ENUM-15, CON-22).
alter table contract
  drop constraint contract_duration_unit_type_check,
  add constraint contract_duration_unit_type_check check (duration_unit_type in ('month', 'quarter', 'semester', 'year', 'week', 'day')),
  drop constraint contract_renewal_duration_unit_type_check,
  add constraint contract_renewal_duration_unit_type_check check (renewal_duration_unit_type in ('month', 'quarter', 'semester', 'year', 'week', 'day')),
  drop constraint contract_notice_period_unit_type_check,
  add constraint contract_notice_period_unit_type_check check (notice_period_unit_type in ('month', 'quarter', 'semester', 'year', 'week', 'day')),
  drop constraint contract_notice_period_check,
  add constraint contract_notice_period_check check (notice_period between 0 and 999);
alter table contract_term
  drop constraint contract_term_duration_unit_type_check,
  add constraint contract_term_duration_unit_type_check check (duration_unit_type in ('month', 'quarter', 'semester', 'year', 'week', 'day')),
  drop constraint contract_term_renewal_duration_unit_type_check,
  add constraint contract_term_renewal_duration_unit_type_check check (renewal_duration_unit_type in ('month', 'quarter', 'semester', 'year', 'week', 'day')),
  drop constraint contract_term_notice_period_unit_type_check,
  add constraint contract_term_notice_period_unit_type_check check (notice_period_unit_type in ('month', 'quarter', 'semester', 'year', 'week', 'day')),
  drop constraint contract_term_notice_period_check,
  add constraint contract_term_notice_period_check check (notice_period between 0 and 999);

-- Signed contracts keep the dates they were signed with: an empty notice period was counted as none.
update contract k set notice_period = 0
  where k.term_type = 'fixed' and k.renewal_type = 'auto' and k.notice_period is null and exists (
    select from timeline_entry e where e.tenant_id = k.tenant_id and e.timeline_id = k.timeline_id
      and e.type = 'contract-signing' and e.status = 'approved');
update contract_term t set notice_period = 0 from contract k
  where k.tenant_id = t.tenant_id and k.id = t.contract_id and t.term_type = 'fixed' and t.renewal_type = 'auto'
    and t.notice_period is null and exists (
    select from timeline_entry e where e.tenant_id = k.tenant_id and e.timeline_id = k.timeline_id
      and e.type = 'contract-signing' and e.status = 'approved');

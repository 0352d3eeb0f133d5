-- A notice may be a registered letter (CON-28).
alter table contract drop constraint contract_notice_form_check,
  add constraint contract_notice_form_check
    check (notice_form in ('letter', 'registered_letter', 'email', 'fax', 'portal', 'in_person'));

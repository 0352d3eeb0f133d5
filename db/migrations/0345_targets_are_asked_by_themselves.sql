-- EXP-29: when the target of a run was asked last what it holds, by itself or by a person, and why it did not answer then.
alter table invoice_export_run
  add column asked_at timestamptz,
  add column ask_problem jsonb,
  -- People were told what nobody has confirmed; once.
  add column missing_told_at timestamptz,
  add constraint invoice_export_run_ask_problem check (ask_problem is null or asked_at is not null);
grant select (asked_at, ask_problem, missing_told_at) on invoice_export_run to reader, reader_price;
-- Those of the last days are looked for every five minutes.
create index on invoice_export_run (tenant_id, ended_at);

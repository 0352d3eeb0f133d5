-- A month whose invoice was cancelled is charged again by another invoice, and a credit note gives back a part of one that stands (OP-13).
alter table billing
  drop constraint billing_tenant_id_month_key,
  add column kind text not null default 'invoice' check (kind in ('invoice', 'credit')),
  -- The invoice of which a credit note gives back a part; its amounts are negative.
  add column credits_id bigint,
  add constraint billing_credit check ((kind = 'credit') = (credits_id is not null)),
  add constraint billing_credits foreign key (tenant_id, credits_id) references billing (tenant_id, id) on delete cascade;
create unique index billing_of_month on billing (tenant_id, month) where kind = 'invoice' and state <> 'cancelled';
create index on billing (tenant_id, month, id desc);
create index on billing (tenant_id, credits_id) where credits_id is not null;

-- function app.keep_billing_kind
create trigger keep_kind before update of kind, credits_id on billing for each row
  when (new.kind <> old.kind or new.credits_id is distinct from old.credits_id) execute function app.keep_billing_kind();
create trigger keep_cancelled before update of state on billing for each row
  when (old.state = 'cancelled' and new.state <> old.state) execute function app.keep_billing_kind();

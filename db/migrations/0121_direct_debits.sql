-- Direct debits that the operator collects by files for its own bank (OP-09, DATA-07). Either the provider is told of one or the
-- bank: a bill of which the provider was told has another way, and no direct debit can refer to it.
alter table billing
  -- What the invoice says of its direct debit: the day, the mandate, the creditor.
  add column announcement jsonb,
  add column debit_way text generated always as (case when debit is null then 'bank' else 'provider' end) stored,
  add unique (tenant_id, id, debit_way);

create table direct_debit (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  billing_id bigint not null,
  debit_way text not null default 'bank' check (debit_way = 'bank'),
  -- Rejected: the bank has not carried it out. Returned: the money came, and went back.
  state text not null default 'collected' check (state in ('collected', 'rejected', 'returned')),
  file_id uuid not null,
  -- How many there are in the file: one that misses some is not given out again.
  file_count integer not null check (file_count > 0),
  format text not null,
  creditor jsonb not null,
  -- As the bank was told.
  collected jsonb not null,
  day date not null,
  amount numeric(14, 2) not null check (amount > 0),
  made_at timestamptz not null,
  made_by text not null,
  last_use_before date,
  reason text check (length(reason) <= 200),
  ended_at timestamptz,
  ended_by text,
  primary key (tenant_id, id),
  constraint direct_debit_of_billing foreign key (tenant_id, billing_id) references billing (tenant_id, id) on delete cascade,
  constraint direct_debit_by_bank foreign key (tenant_id, billing_id, debit_way)
    references billing (tenant_id, id, debit_way) on delete cascade,
  constraint direct_debit_end check ((state = 'collected') = (ended_at is null))
);
-- No bill is collected a second time before the first one has failed.
create unique index direct_debit_once on direct_debit (tenant_id, billing_id) where state = 'collected';
create index on direct_debit (tenant_id, billing_id, id);
create index direct_debit_of_file on direct_debit (file_id);
call app.wall('direct_debit', audited => false, readable => false);
revoke insert, update, delete on direct_debit from writer;
create policy operator_wall on direct_debit to operator using ((select app.is_operator())) with check ((select app.is_operator()));
grant select, insert, update on direct_debit to operator;
-- Whoever cancels an invoice sees whether it is collected.
create policy at_the_gate on direct_debit for select to gate using (true);
grant select (tenant_id, billing_id, state) on direct_debit to gate;

-- A mandate has a reference that no other one of the same creditor has, whatever the case of its letters.
create unique index tenant_sepa_mandate_reference on tenant (upper(trim(sepa_mandate_reference)))
  where sepa_agreement and trim(sepa_mandate_reference) <> '';
grant update (sepa_scheme) on tenant to writer;

-- What a mandate was used for says nothing of another one.
create function app.renew_mandate() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.sepa_last_use is not distinct from old.sepa_last_use then
    new.sepa_last_use := null;
  end if;
  return new;
end
$$;
create trigger renew_mandate before update of sepa_mandate_reference on tenant for each row
  when (trim(new.sepa_mandate_reference) is distinct from trim(old.sepa_mandate_reference)) execute function app.renew_mandate();

-- A mandate that the provider has used does not expire for 36 months from then on.
create function app.use_mandate() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.tenant t set sepa_last_use = greatest(t.sepa_last_use, (b.debit ->> 'day')::date)
    from public.billing b
    where b.tenant_id = new.tenant_id and b.id = new.billing_id and t.id = new.tenant_id
      and b.debit ->> 'mandate' = trim(t.sepa_mandate_reference)
      and (t.sepa_last_use is null or t.sepa_last_use < (b.debit ->> 'day')::date);
  return null;
end
$$;
revoke execute on function app.use_mandate() from public;
create trigger use_mandate after insert or update of outcome on billing_step for each row
  when (new.step = 'debit' and new.outcome = 'done') execute function app.use_mandate();

create or replace function app.billing_facts(in_tenant bigint, in_month date, in_now timestamptz) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if current_setting('role') <> 'gate' and not coalesce(app.is_operator(), false) and in_tenant is distinct from app.tenant_id() then
    raise exception 'the facts of another tenant' using errcode = '42501';
  end if;
  return (
    select jsonb_build_object(
      'tenant', jsonb_build_object(
        'id', t.id, 'name', t.name, 'status', t.status, 'today', app.day_of_tenant(t.id, in_now), 'language', t.main_language, 'easybill_id', nullif(trim(t.easybill_id), ''),
        'created_on', app.day_of_tenant(t.id, t.created_at),
        'archived_on', case when t.status = 'archived' then app.day_of_tenant(t.id, t.archived_at) end,
        'billing_email', nullif(trim(t.billing_email), ''),
        'automatic_billing_mail', t.automatic_billing_mail,
        'sepa_agreement', t.sepa_agreement, 'sepa_agreement_date', t.sepa_agreement_date,
        'sepa_mandate_reference', nullif(trim(t.sepa_mandate_reference), ''), 'sepa_scheme', t.sepa_scheme,
        'sepa_prenotification_days', t.sepa_prenotification_days, 'sepa_last_use', t.sepa_last_use,
        'sepa_creditor_id', nullif(trim(t.sepa_creditor_id), ''),
        'holder', coalesce(nullif(trim(t.holder), ''), t.name), 'iban', nullif(trim(t.iban), ''), 'bic', nullif(trim(t.bic), ''),
        'was_debited', t.sepa_last_use is not null or exists (
          select from public.billing b join public.billing_step s on s.tenant_id = b.tenant_id and s.billing_id = b.id
          where b.tenant_id = in_tenant and s.tenant_id = in_tenant and s.step = 'debit' and s.outcome = 'done'
            and b.debit ->> 'mandate' = trim(t.sepa_mandate_reference))),
      'conditions', jsonb_build_object(
        'document_limit', t.document_limit, 'procurement_limit', t.procurement_limit, 'invoice_limit', t.invoice_limit,
        'base_price_document', t.base_price_document::text, 'base_price_procurement', t.base_price_procurement::text,
        'base_price_invoice', t.base_price_invoice::text, 'extra_price_document', t.extra_price_document::text,
        'extra_price_procurement', t.extra_price_procurement::text, 'extra_price_invoice', t.extra_price_invoice::text,
        'recognition_unit_price', t.recognition_unit_price::text, 'standard_package', t.standard_package),
      'counts', (
        select jsonb_build_object(
          'document', count(*) filter (where e.kind = 'document'), 'procurement', count(*) filter (where e.kind = 'procurement'),
          'invoice', count(*) filter (where e.kind = 'invoice'), 'recognition', count(*) filter (where e.kind = 'recognition'))
        from public.billable_event e
        where e.tenant_id = in_tenant and e.day >= in_month and e.day < in_month + interval '1 month'),
      'items', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'description', i.description, 'net_amount', i.net_amount::text, 'start_date', i.start_date, 'end_date', i.end_date)
          order by i.id), '[]') from public.tenant_additional_item i where i.tenant_id = in_tenant),
      'tiers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'quantity', p.quantity, 'base_price', p.base_price::text, 'unit_price', p.unit_price::text) order by p.id), '[]')
        from public.tenant_tiered_price p where p.tenant_id = in_tenant))
    from public.tenant t where t.id = in_tenant);
end
$$;

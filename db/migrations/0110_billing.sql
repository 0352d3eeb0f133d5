-- The invoices of the operator to tenants (OP-06, OP-09): one for each tenant and month, whatever happens. What is charged is frozen
-- when it begins, so that the invoice is the preview to the cent.
create table billing (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  month date not null check (extract(day from month) = 1),
  state text not null default 'open' check (state in ('open', 'done', 'refused', 'cancelling', 'cancelled')),
  is_automatic boolean not null,
  bill jsonb not null,
  net numeric(14, 2) not null,
  gross numeric(14, 2) not null,
  -- What the provider is told, with our key by which its document is found again.
  ordered jsonb not null,
  -- Null: no mail is sent, no direct debit is ordered.
  mail_to text,
  debit jsonb,
  -- Of the provider. Which document it is, is decided once: only this one is ever finished.
  document_id text,
  document_number text,
  provider_net numeric(14, 2),
  provider_gross numeric(14, 2),
  -- Why it does not go on, and the last step after which it may go on all the same.
  problem text,
  retried_after bigint not null default 0,
  due_at timestamptz not null default now(),
  -- Whoever works on it; a dead one is followed by another.
  leased_until timestamptz,
  lease integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, month)
);
call app.wall('billing', audited => false, readable => false);
create index billing_due on billing (tenant_id, due_at) where state in ('open', 'cancelling');

-- Each attempt of a step, written before it leaves and after its answer came.
create table billing_step (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  billing_id bigint not null,
  step text not null check (step in ('draft', 'finish', 'mail', 'debit', 'cancel')),
  outcome text not null default 'begun' check (outcome in ('begun', 'done', 'unknown', 'later', 'refused')),
  message text,
  begun_at timestamptz not null,
  retry_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, billing_id) references billing (tenant_id, id) on delete cascade
);
create index on billing_step (tenant_id, billing_id, id);
call app.wall('billing_step', audited => false, readable => false);

-- The tenant reads its own; everything is written by the operator and by what works at the gate for him.
revoke insert, update, delete on billing, billing_step from writer;
create policy operator_wall on billing to operator using ((select app.is_operator())) with check ((select app.is_operator()));
create policy operator_wall on billing_step for select to operator using ((select app.is_operator()));
grant select, insert, update on billing to operator;
grant select on billing_step to operator;
create policy at_the_gate on billing to gate using (true) with check (true);
create policy at_the_gate on billing_step to gate using (true) with check (true);
grant select, insert, update on billing to gate;
grant select, insert, update on billing_step to gate;

-- Only the document that was decided on is ever finished: a second one could not be.
create function app.keep_billing_document() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.document_id is distinct from old.document_id or new.month <> old.month then
    raise exception 'which document a billing has is decided once' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger keep_document before update of document_id, month on billing for each row
  when (old.document_id is not null) execute function app.keep_billing_document();

-- Everything that the bill of a tenant and month follows from.
create function app.billing_facts(in_tenant bigint, in_month date, in_now timestamptz) returns jsonb
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
        'sepa_prenotification_days', t.sepa_prenotification_days,
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
revoke execute on function app.billing_facts(bigint, date, timestamptz) from public;
grant execute on function app.billing_facts(bigint, date, timestamptz) to operator, writer, gate;

-- Tenants whose past month is to be charged by itself: on the first days of a month, by their own clocks. One that was archived
-- is charged for the month in which that happened, and for none after it (OP-03).
create function app.billings_due(in_now timestamptz) returns table (tenant_id bigint, month date)
language sql stable security definer set search_path = '' as $$
  select t.id, m.month
  from public.tenant t
  cross join lateral (select app.day_of_tenant(t.id, in_now) as today) d
  cross join lateral (select (date_trunc('month', d.today) - interval '1 month')::date as month) m
  where t.automatic_billing and nullif(trim(t.easybill_id), '') is not null
    and extract(day from d.today) <= 7
    and app.day_of_tenant(t.id, t.created_at) < date_trunc('month', d.today)
    and (t.status = 'active' or app.day_of_tenant(t.id, t.archived_at) >= m.month)
    and not exists (select from public.billing b where b.tenant_id = t.id and b.month = m.month)
  order by t.id
$$;
revoke execute on function app.billings_due(timestamptz) from public;
grant execute on function app.billings_due(timestamptz) to gate;

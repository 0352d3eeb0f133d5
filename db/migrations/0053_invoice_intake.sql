-- Received originals are kept as they came until their retention ends (ARC-01, ARC-02), and every reading of an invoice
-- is a row, which the billing counts (REC-09).

-- The last day of the calendar year, so many years after a day.
create function app.end_of_retention(in_day date, in_years integer) returns date
language sql immutable parallel safe return make_date(extract(year from in_day)::integer + in_years, 12, 31);
grant execute on function app.end_of_retention(date, integer) to writer;

-- Bytes, hash, time and way of receipt stay as they are, and the retention only ever grows. What hangs on a tenant that
-- is removed as a whole goes with it: whoever removes one has handed its archive over first (ARC-03).
create function app.keep_original() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if pg_trigger_depth() > 1 then
      return null;
    end if;
  elsif (new.tenant_id, new.id, new.name, new.mime, new.size, new.sha256, new.received_by, new.created_at)
      is not distinct from (old.tenant_id, old.id, old.name, old.mime, old.size, old.sha256, old.received_by, old.created_at)
      and new.retain_until >= old.retain_until then
    return null;
  end if;
  raise exception 'file % is kept until %', old.id, old.retain_until using errcode = '55000';
end
$$;
create trigger keep_original after update or delete on file
  for each row when (old.retain_until is not null) execute function app.keep_original();

create function app.keep_original_bytes() returns trigger
language plpgsql set search_path = '' as $$
begin
  if pg_trigger_depth() = 1
      and exists (select from public.file f where f.tenant_id = old.tenant_id and f.id = old.file_id and f.retain_until is not null) then
    raise exception 'file % is kept', old.file_id using errcode = '55000';
  end if;
  return null;
end
$$;
create trigger keep_original_bytes after update or delete on file_chunk
  for each row execute function app.keep_original_bytes();

-- The same bytes a second time are found at once (INV-20).
create index on file (tenant_id, sha256) where invoice_id is not null;

create table invoice_recognition (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  invoice_id bigint not null,
  -- Null once the job is cleaned up.
  job_id bigint,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed', 'dropped')),
  reading text check (reading in ('xml', 'text', 'ocr')),
  failure text,
  pages integer,
  milliseconds integer,
  -- The whole reading (REC-07), up to some megabytes, which the audit does not repeat.
  raw jsonb,
  started_by_id bigint,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoice (tenant_id, id) on delete cascade,
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete set null (job_id),
  foreign key (tenant_id, started_by_id) references lb_user (tenant_id, id) on delete set null (started_by_id)
);
-- What was read before is no change of today.
insert into invoice_recognition (tenant_id, invoice_id, state, raw, ended_at)
  select tenant_id, id, 'done', recognition_raw, updated_at from invoice where recognition_raw is not null;
create index on invoice_recognition (tenant_id, invoice_id, id desc);
create index on invoice_recognition (tenant_id, started_by_id);
create index on invoice_recognition (tenant_id, job_id) where job_id is not null;
call app.child_wall('invoice_recognition', parents => '{invoice}', amounts => '{raw}', ignored => '{raw}');
create policy module_on on invoice_recognition as restrictive for select to reader, reader_price
  using (app.is_on('invoice'));

-- Beside the invoice, whose row is written and audited with every step.
alter table invoice drop column recognition_raw;
call app.document_wall('invoice', drafts => 'true', amounts => '{total_netto,total_tax,total_brutto,prepaid_amount,rounding_amount,
  amount_due,discount_base,discount_1_amount,discount_2_amount}');

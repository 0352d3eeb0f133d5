-- What was read of the documents of a contract (CON-01, REC-05): every reading is a row, like those of invoices.
create table contract_recognition (
  tenant_id bigint not null references tenant (id) on delete cascade,
  id bigint generated always as identity,
  contract_id bigint not null,
  file_id uuid not null,
  -- Null once the job is cleaned up.
  job_id bigint,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  reading text check (reading in ('text', 'ocr')),
  failure text,
  pages integer,
  milliseconds integer,
  -- What it says of itself, with the places; no amounts.
  raw jsonb,
  -- Who the other side is in the records, where that is clear.
  supplier_id bigint,
  -- Proposals that somebody does not want to see again.
  dismissed text[] not null default '{}',
  started_by_id bigint,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  constraint contract_recognition_has_ended check ((state = 'queued') = (ended_at is null)),
  constraint contract_recognition_has_read check ((state = 'done') = (raw is not null)),
  foreign key (tenant_id, contract_id) references contract (tenant_id, id) on delete cascade,
  foreign key (tenant_id, file_id) references file (tenant_id, id) on delete cascade,
  foreign key (tenant_id, job_id) references job (tenant_id, id) on delete set null (job_id),
  foreign key (tenant_id, supplier_id) references supplier (tenant_id, id) on delete set null (supplier_id),
  foreign key (tenant_id, started_by_id) references lb_user (tenant_id, id) on delete set null (started_by_id)
);
create index on contract_recognition (tenant_id, contract_id, id desc);
create index on contract_recognition (tenant_id, file_id);
create index on contract_recognition (tenant_id, job_id) where job_id is not null;
create index on contract_recognition (tenant_id, supplier_id) where supplier_id is not null;
create index on contract_recognition (tenant_id, started_by_id) where started_by_id is not null;
call app.wall('contract_recognition', visible => app.hangs_on('contract_recognition', 'contract'), ignored => '{raw}',
  parent => 'contract');
create policy module_on on contract_recognition as restrictive for select to reader, reader_price
  using (app.is_on('contract'));

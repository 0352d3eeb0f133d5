-- Approvers chosen on invoices and contracts (DATA-20), as requests have them; mails tell which document they are about.
do $$
declare
  kind text;
begin
  foreach kind in array array['invoice', 'contract'] loop
    execute format(
      'create table public.%1$I_approver (
         tenant_id bigint not null,
         id bigint generated always as identity,
         %1$I_id bigint not null,
         lb_user_id bigint not null,
         is_required boolean not null default false,
         inserted_manually boolean not null default false,
         inserted_by_group boolean not null default false,
         primary key (tenant_id, id),
         unique (tenant_id, %1$I_id, lb_user_id),
         foreign key (tenant_id, %1$I_id) references public.%1$I (tenant_id, id) on delete cascade,
         foreign key (tenant_id, lb_user_id) references public.lb_user (tenant_id, id) on delete restrict
       )', kind);
    execute format('create index on public.%1$I_approver (tenant_id, lb_user_id)', kind);
  end loop;
end
$$;
call app.child_wall('invoice_approver', parents => '{invoice}');
call app.child_wall('contract_approver', parents => '{contract}');

alter table mail
  add column invoice_id bigint,
  add column contract_id bigint;

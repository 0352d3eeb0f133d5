-- Whoever alone approved a contract, or changed it last, does not sign it where somebody else may (CON-39).
alter table client add column separate_signature boolean not null default true;
call app.permission_wall('client');

-- It governs control, so that a second administrator confirms a change of it (AUTH-37).
do $$
declare
  body text := pg_get_functiondef('app.controls()'::regprocedure);
  known text := '(''touchless_invoices'', ''{"touchless_invoices": false}''),';
begin
  if strpos(body, known) = 0 then
    raise exception 'the register does not name touchless invoices';
  end if;
  execute replace(body, known, known || '
    (''separate_signature'', ''{"separate_signature": true}''),');
end
$$;

-- Waiting entries have none. The product passes its means; other writers keep the existing value.
create or replace function app.keep_means() returns trigger language plpgsql as $$
begin
  new.means := case when new.completed_at is not null then coalesce(app.means(), new.means) end;
  new.way := case when new.means in ('token', 'mail_link', 'job') then new.means end;
  return new;
end
$$;
